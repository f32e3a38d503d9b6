/** Countries after "of", in languages where that takes more than the name. Names are those of Unicode's CLDR. */
const PHRASES: Readonly<Record<string, (country: string) => string>> = { en: inEnglish, fr: inFrench };

const WITH_ARTICLE = /^(?:United |Netherlands|Philippines|Bahamas|Gambia|Maldives|Dominican |Central |.* Islands$)/;

const PLURAL_COUNTRIES =
  /^(?:Bahamas|Bermudes|Comores|Émirats|États-Unis|Fidji|Îles|Maldives|Nations|Palaos|Pays-Bas|Philippines|Samoa|Seychelles|Terres|Territoires|Tonga)/;
const COUNTRIES_WITHOUT_ARTICLE =
  /^(?:Andorre|Anguilla|Antigua|Aruba|Bahreïn|Ceuta|Chypre|Cuba|Curaçao|Diego|Djibouti|Gibraltar|Guam|Guernesey|Haïti|Israël|Jersey|Kiribati|La |Madagascar|Malte|Maurice|Mayotte|Monaco|Montserrat|Nauru|Niue|Oman|Porto|Sainte?-|Sao|Sercq|Singapour|Taïwan|Tokelau|Trinité|Tristan|Tuvalu|Wallis)/;
const MASCULINE_COUNTRIES_IN_E = /^(?:Belize|Cambodge|Mexique|Mozambique|Royaume-Uni|Suriname|Territoire|Zimbabwe)/;
const FEMININE_COUNTRY = /^(?:R\.A\.S\.|Sierra|[^ -]*e(?:[ -]|$))/;

/** The country as it stands in "flag of …", in the language of a BCP 47 tag: `the Netherlands`, `de la France`. */
export function countryPhrase(locale: string, country: string): string {
  return PHRASES[locale]?.(country) ?? country;
}

function inEnglish(country: string): string {
  return WITH_ARTICLE.test(country) ? `the ${country}` : country;
}

/** `de la France`, `du Japon`, `des Pays-Bas`, `d'Israël`. */
function inFrench(country: string): string {
  if (PLURAL_COUNTRIES.test(country)) return `des ${country}`;
  if (COUNTRIES_WITHOUT_ARTICLE.test(country))
    return /^(?:[AIO]|Haïti)/.test(country) ? `d'${country}` : `de ${country}`;
  if (/^[AEIOUÉÎ]/.test(country)) return `de l'${country}`;
  return FEMININE_COUNTRY.test(country) && !MASCULINE_COUNTRIES_IN_E.test(country)
    ? `de la ${country}`
    : `du ${country}`;
}
