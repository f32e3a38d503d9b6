import { channelMention, inlineCode, TimestampStyles, time, userMention } from '@discordjs/formatters';
import { createFormat } from '../format.ts';
import type { Messages } from '../messages.ts';
import { permissionsPhrase } from './interactions.ts';
import { command } from './names.ts';

const format = createFormat('es');

/** Voice channels that are named in one list. */
const MAX_CHANNELS = 5;

const join = command('join');
const on = command('autoread on');
const off = command('autoread off');
const status = command('autoread status');

/** Spanish: reading chat aloud. */
export const readingMessages: Messages['reading'] = {
  command: {
    description: 'Lee en voz alta los mensajes de un canal',
    on: 'Empieza a leer en voz alta los mensajes de un canal',
    off: 'Deja de leer un canal en voz alta',
    status: 'Muestra qué canales leo en voz alta y si leo tus mensajes',
    options: {
      channel: 'El canal; si lo omites, este',
      autoJoin: 'Entra en el canal de voz de quien escribe; si no, leo cuando ya estoy en uno',
    },
  },
  buttons: {
    mute: 'No leer mis mensajes',
    unmute: 'Leer mis mensajes',
    name: 'Cómo se dice mi nombre',
    identities: 'Voces de mis proxies',
    wider: 'Leerlo también allí',
  },
  form: {
    title: 'Cómo se dice tu nombre',
    label: 'Nombre que se dice antes de tus mensajes',
    placeholder: 'Déjalo vacío para usar tu nombre en este servidor',
  },

  notice: `Los mensajes nuevos de este canal se leen en voz alta en un canal de voz, salvo los que se envían con ${inlineCode('@silent')}. ${status} muestra más.`,
  widerNotice: ({ userId }) =>
    `${userMention(userId)} permitió leer este canal en canales de voz donde pueden oírlo personas que no lo ven.`,
  turnedOn: ({ channelId, autoJoin }) =>
    autoJoin
      ? `Leo ${channelMention(channelId)} en voz alta y entro en el canal de voz de quien escriba allí. Usa ${off} para que deje de hacerlo.`
      : `Leo ${channelMention(channelId)} en voz alta mientras estoy en un canal de voz. ${join} me trae al tuyo.`,
  closedTo: ({ channelId, voiceChannelIds }) => {
    const shown = voiceChannelIds.slice(0, MAX_CHANNELS).map((id) => channelMention(id));
    const rest = voiceChannelIds.length - shown.length;
    const more =
      rest === 0 ? [] : [format.plural(rest, { one: '# canal más', many: '# de canales más', other: '# canales más' })];
    return `En ${format.list([...shown, ...more])} pueden entrar personas que no ven ${channelMention(channelId)}, así que allí no lo leo a menos que lo permitas.`;
  },
  widened: ({ channelId }) =>
    `Leo ${channelMention(channelId)} en todos los canales de voz, también ante personas que no lo ven.`,
  turnedOff: ({ channelId }) => `Ya no leo ${channelMention(channelId)} en voz alta.`,
  notOn: ({ channelId }) => `No leo ${channelMention(channelId)} en voz alta. Usa ${on} para empezar.`,
  tooMany: ({ max }) =>
    format.plural(max, {
      one: `Leo # canal por servidor como máximo. Usa antes ${off} en otro.`,
      many: `Leo # de canales por servidor como máximo. Usa antes ${off} en otro.`,
      other: `Leo # canales por servidor como máximo. Usa antes ${off} en otro.`,
    }),
  noNotice: ({ channelId }) =>
    `No pude publicar el aviso en ${channelMention(channelId)}, así que no leo ese canal en voz alta. Inténtalo de nuevo en un momento.`,
  noWiderNotice: ({ channelId }) =>
    `No pude publicar el aviso en ${channelMention(channelId)}, así que allí no leo ese canal. Inténtalo de nuevo en un momento.`,
  notVisible: 'No ves ese canal, así que no lo leeré en voz alta por ti. Elige otro.',
  mayNotManage: ({ channelId }) =>
    `Solo puede cambiarlo quien gestiona ${channelMention(channelId)}. Pídeselo a alguien que pueda.`,
  noIntent:
    'No puedo leer los mensajes porque Discord no me los envía. Pide a quien administra el bot que abra el Discord Developer Portal, elija la aplicación, active Bot → Message Content Intent y me reinicie.',
  muted: 'No leo tus mensajes en voz alta en este servidor.',
  unmuted: 'Leo tus mensajes en voz alta en este servidor.',
  named: ({ name }) => `En este servidor digo «${name}» antes de tus mensajes.`,
  unnamed: 'En este servidor digo el nombre que tienes aquí antes de tus mensajes.',
  nameTaken: ({ name }) => `Aquí ya hay alguien que se llama «${name}». Elige un nombre que no tenga nadie más.`,
  identities: {
    none: 'Todavía no conozco ninguno de tus proxies en este servidor. Escribe con PluralKit o Tupperbox en un canal que leo y vuelve a intentarlo.',
    intro:
      'Lo que PluralKit y Tupperbox publican por ti cuenta como tuyo: se aplican tu silencio y tus límites. Elige un nombre para darle una voz.',
    ownVoice: 'tu propia voz',
    choose: 'Elige un nombre',
    form: {
      title: 'La voz de un proxy',
      label: 'Título o ID de la voz',
      placeholder: 'Déjalo vacío para usar tu propia voz',
    },
    set: ({ name, title }) => `Leo lo que escribes como «${name}» con la voz «${title}».`,
    reset: ({ name }) => `Leo lo que escribes como «${name}» con tu propia voz.`,
    gone: 'Ya no conozco ese proxy. Escribe una vez con él y vuelve a intentarlo.',
  },

  status: {
    none: `Ninguno de los canales que ves se lee en voz alta. Usa ${on} en un canal para empezar.`,
    readIn: ({ channelId, voiceChannelId }) =>
      `${channelMention(channelId)}: lo leo en ${channelMention(voiceChannelId)}, salvo los mensajes de quienes están en otros canales de voz.`,
    waiting: ({ channelId, autoJoin }) =>
      autoJoin
        ? `${channelMention(channelId)}: entro cuando escribe alguien que está en un canal de voz.`
        : `${channelMention(channelId)}: lo leo cuando estoy en un canal de voz. Usa ${join} para traerme al tuyo.`,
    elsewhere: ({ channelId, voiceChannelId }) =>
      `${channelMention(channelId)}: ahora no lo leo porque estoy en ${channelMention(voiceChannelId)}.`,
    'no-readers': ({ channelId, voiceChannelId }) =>
      `${channelMention(channelId)}: ahora no lo leo porque no lo ve nadie de ${channelMention(voiceChannelId)}.`,
    'not-open': ({ channelId, voiceChannelId }) =>
      `${channelMention(channelId)}: no lo leo en ${channelMention(voiceChannelId)} porque allí pueden entrar personas que no lo ven. Quien gestiona el canal puede permitirlo con ${on}.`,
    missing: ({ channelId, permissions }) =>
      `No puedo leer ${channelMention(channelId)} en voz alta. Pide a alguien que gestione el servidor que me dé allí ${permissionsPhrase(permissions)}.`,
    youAreRead: 'Tus mensajes se leen en voz alta.',
    youAreMuted: 'Tus mensajes no se leen en voz alta, como elegiste.',
  },

  spoken: {
    says: ({ name, text }) => `${name} dice: ${text}`,
    leftOut: ({ messages }) =>
      format.plural(messages, {
        one: '# mensaje omitido.',
        many: '# de mensajes omitidos.',
        other: '# mensajes omitidos.',
      }),
    joined: ({ names }) =>
      format.plural(
        names.length,
        {
          one: 'Entra {names}.',
          many: 'Entran {names}.',
          other: 'Entran {names}.',
        },
        { names: format.list(names) },
      ),
    left: ({ names }) =>
      format.plural(
        names.length,
        {
          one: 'Sale {names}.',
          many: 'Salen {names}.',
          other: 'Salen {names}.',
        },
        { names: format.list(names) },
      ),
  },

  usedUp: ({ writer, resetsAtMs }) => {
    const reset = time(Math.floor(resetsAtMs / 1_000), TimestampStyles.RelativeTime);
    return writer === undefined
      ? `A este servidor le quedan muy pocos caracteres por hoy, así que no puedo leerlo todo en voz alta. El límite se restablece ${reset}.`
      : `A ${writer} le quedan muy pocos caracteres por hoy, así que no puedo leer todos sus mensajes en voz alta. El límite se restablece ${reset}.`;
  },
};
