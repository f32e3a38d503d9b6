import { createFormat } from '../format.ts';
import type { Messages } from '../messages.ts';

const format = createFormat('fr');

const PLURAL_COUNTRIES =
  /^(?:Bahamas|Bermudes|Comores|Émirats|États-Unis|Fidji|Îles|Maldives|Nations|Palaos|Pays-Bas|Philippines|Samoa|Seychelles|Terres|Territoires|Tonga)/;
const COUNTRIES_WITHOUT_ARTICLE =
  /^(?:Andorre|Anguilla|Antigua|Aruba|Bahreïn|Ceuta|Chypre|Cuba|Curaçao|Diego|Djibouti|Gibraltar|Guam|Guernesey|Haïti|Israël|Jersey|Kiribati|La |Madagascar|Malte|Maurice|Mayotte|Monaco|Montserrat|Nauru|Niue|Oman|Porto|Sainte?-|Sao|Sercq|Singapour|Taïwan|Tokelau|Trinité|Tristan|Tuvalu|Wallis)/;
const MASCULINE_COUNTRIES_IN_E = /^(?:Belize|Cambodge|Mexique|Mozambique|Royaume-Uni|Suriname|Territoire|Zimbabwe)/;
const FEMININE_COUNTRY = /^(?:R\.A\.S\.|Sierra|[^ -]*e(?:[ -]|$))/;

/** `de la France`, `du Japon`, `des Pays-Bas`, `d'Israël`. */
function ofCountry(country: string): string {
  if (PLURAL_COUNTRIES.test(country)) return `des ${country}`;
  if (COUNTRIES_WITHOUT_ARTICLE.test(country))
    return /^(?:[AIO]|Haïti)/.test(country) ? `d'${country}` : `de ${country}`;
  if (/^[AEIOUÉÎ]/.test(country)) return `de l'${country}`;
  return FEMININE_COUNTRY.test(country) && !MASCULINE_COUNTRIES_IN_E.test(country)
    ? `de la ${country}`
    : `du ${country}`;
}

/** French: what is spoken in place of what cannot be read as written. */
export const spokenMessages: Messages['spoken'] = {
  locale: 'fr',
  linkTo: ({ site }) => `un lien vers ${site}`,
  links: ({ count, site }) =>
    format.plural(
      count,
      {
        one: 'un lien vers {site}',
        many: '# de liens vers {site}',
        other: '# liens vers {site}',
      },
      { site },
    ),
  link: 'un lien',
  invite: 'une invitation Discord',
  gif: 'un GIF',
  gifs: ({ count }) => format.plural(count, { one: 'un GIF', many: '# de GIF', other: '# GIF' }),
  messageLink: 'un lien vers un message',
  codeBlock: 'un bloc de code',
  codeBlockIn: ({ language }) => `un bloc de code en ${language}`,
  spoiler: 'spoiler',
  repeatedEmoji: ({ name, count }) => `${format.number(count)} fois ${name}`,
  moreEmoji: ({ count }) =>
    format.plural(count, { one: 'un autre émoji', many: "# d'autres émojis", other: '# autres émojis' }),
  flag: ({ country }) => `drapeau ${ofCountry(country)}`,
  unknownMention: { user: "quelqu'un", role: 'un rôle', channel: 'un salon' },
  channel: ({ name }) => `le salon ${name}`,
  command: ({ name }) => `commande ${name}`,
  inUtc: ({ time }) => `${time} UTC`,
  everyone: 'tout le monde',
  here: 'tout le monde ici',
  navigation: {
    customize: 'Salons et rôles',
    browse: 'Parcourir les salons',
    guide: 'Guide du serveur',
    linkedRoles: 'Rôles liés',
  },
  quote: ({ text, isFollowed }) => (isFollowed ? `citation : ${text} Fin de citation.` : `citation : ${text}`),
  stickers: ({ names }) =>
    `${format.plural(names.length, { one: 'un autocollant', many: "# d'autocollants", other: '# autocollants' })} : ${format.list(names)}`,
  files: {
    picture: ({ count }) => format.plural(count, { one: 'une image', many: "# d'images", other: '# images' }),
    video: ({ count }) => format.plural(count, { one: 'une vidéo', many: '# de vidéos', other: '# vidéos' }),
    audio: ({ count }) =>
      format.plural(count, { one: 'un fichier audio', many: '# de fichiers audio', other: '# fichiers audio' }),
    file: ({ count }) => format.plural(count, { one: 'un fichier', many: '# de fichiers', other: '# fichiers' }),
  },
  list: format.list,
  described: ({ what, description }) => `${what} : ${description}`,
  voiceMessage: 'un message vocal',
  transcribedVoiceMessage: ({ text }) => `un message vocal : ${text}`,
  poll: ({ question, answers }) =>
    answers.length === 0
      ? `un sondage : ${question}`
      : `un sondage : ${question} Réponses : ${format.alternatives(answers)}`,
  forwarded: ({ text }) => (text === '' ? 'un message transféré' : `un message transféré : ${text}`),
  reply: ({ name, text }) => (text === '' ? `en réponse à ${name}` : `en réponse à ${name} : ${text}`),
  longCode: 'un long code',
  questionMark: "point d'interrogation",
  exclamationMark: "point d'exclamation",
  andMore: '… et la suite',
};
