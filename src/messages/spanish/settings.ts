import { bold, channelMention, inlineCode, userMention } from '@discordjs/formatters';
import { createFormat } from '../format.ts';
import type { Messages } from '../messages.ts';
import { permissionsPhrase } from './interactions.ts';
import { command } from './names.ts';
import { settingFields } from './settings-fields.ts';

const format = createFormat('es');

const start = command('captions start');
const manageServer = `el permiso ${bold('Gestionar servidor')}`;

const dayCount = (days: number): string => format.plural(days, { one: '# día', many: '# de días', other: '# días' });

/** Spanish: the settings of a server. */
export const settingsMessages: Messages['settings'] = {
  command: { description: 'Muestra y cambia cómo funciono en este servidor' },

  title: 'Ajustes de este servidor',
  intro: 'Los cambios se aplican de inmediato. Abre un tema para cambiarlo.',

  topics: {
    general: { title: 'General', about: 'Idioma, avisos y registro de cambios' },
    access: { title: 'Acceso', about: 'Quién puede usar qué' },
    muted: { title: 'Silenciados', about: 'De quién no leo nada' },
    members: { title: 'Miembros', about: 'Cómo se dice el nombre de los miembros y qué voz tienen' },
    voice: { title: 'Voz', about: 'Voz predeterminada, longitudes, y anuncios de entradas y salidas' },
    reading: { title: 'Lectura del chat', about: 'Cómo leo el chat en voz alta' },
    captions: { title: 'Subtítulos', about: 'A quién se subtitula y cuánto duran las transcripciones' },
    autoCaptions: { title: 'Subtítulos automáticos', about: 'Canales de voz que se subtitulan sin usar un comando' },
    voiceMessages: { title: 'Mensajes de voz', about: 'Dónde respondo a ellos con su texto' },
    limits: { title: 'Límites', about: 'Voces de este servidor y lo que se puede usar al día' },
  },

  fields: settingFields,

  values: {
    on: 'sí',
    off: 'no',
    none: 'ninguno',
    nobody: 'nadie',
    nobodyElse: 'solo quienes tienen el permiso Gestionar servidor',
    everyone: 'todos',
    nowhere: 'ninguno',
    noLimit: 'sin límite',
    serverLanguage: 'el idioma del servidor en Discord',
    botsVoice: 'la voz predeterminada del bot',
    ownWords: 'texto predeterminado',
    detected: 'detección automática',
    optOut: 'todos, excepto quienes lo rechacen',
    optIn: 'solo quienes lo acepten',
    voiceMessages: {
      mention: 'los menciono',
      play: 'los reproduzco',
      transcribe: 'los transcribo y los leo',
    },
    speed: ({ factor }) => `${format.number(factor, 2)}×`,
    volume: ({ decibels }) => `${format.number(decibels, 1)} dB`,
    characters: ({ count }) =>
      format.plural(count, { one: '# carácter', many: '# de caracteres', other: '# caracteres' }),
    minutes: ({ count }) => format.plural(count, { one: '# minuto', many: '# de minutos', other: '# minutos' }),
    count: ({ count }) => format.number(count),
    days: ({ days }) => `se eliminan después de ${dayCount(days)}`,
    quoted: ({ text }) => inlineCode(text),
    list: ({ items }) => format.list(items),
    andMore: ({ items, more }) => format.list([...items, `${format.number(more)} más`]),
  },

  deleted: {
    role: 'un rol eliminado',
    channel: 'un canal eliminado',
  },
  hiddenChannel: 'un canal',

  line: ({ label, value, about }) => `${bold(label)}: ${value}\n-# ${about}`,
  summary: ({ label, value }) => `${label}: ${value}`,
  allDefault: 'Todo predeterminado',

  buttons: {
    back: 'Volver',
    turnOn: 'Activar',
    turnOff: 'Desactivar',
    edit: 'Editar',
    removeDeleted: 'Quitar los eliminados',
    earlier: 'Personas anteriores',
    later: 'Más personas',
  },

  placeholders: {
    everyone: 'Todos',
    chooseRoles: 'Elige roles',
    choosePeople: 'Elige personas',
    chooseChannels: 'Elige canales',
    chooseChannel: 'Elige un canal',
  },

  options: {
    serverLanguage: 'El idioma del servidor en Discord',
    anyLanguage: 'Detectar el idioma',
    optOut: 'Subtitular a todos, excepto a quienes lo rechacen',
    optIn: 'Subtitular solo a quienes lo acepten',
    retention: ({ days }) => `Eliminar las transcripciones después de ${dayCount(days)}`,
    voiceMessages: {
      mention: 'Mencionar los mensajes de voz',
      play: 'Reproducir los mensajes de voz',
      transcribe: 'Transcribir los mensajes de voz y leer el texto',
    },
  },

  forms: {
    number: ({ min, max }) => `De ${format.number(min, 2)} a ${format.number(max, 2)}`,
    voice: 'Un nombre o un ID; vacío para la predeterminada',
    announcement: '{name} escribe',
    prefix: 'Vacío para leerlo todo',
    invalidNumber: ({ field, min, max }) =>
      `«${field}» debe ser un número de ${format.number(min, 2)} a ${format.number(max, 2)}. No se cambió nada.`,
    invalidWhole: ({ field, min, max }) =>
      `«${field}» debe ser un número entero de ${format.number(min)} a ${format.number(max)}. No se cambió nada.`,
    announcementNeedsName: ({ typed }) =>
      `El anuncio debe contener ${inlineCode('{name}')}. No se cambió nada. Escribiste: ${typed}`,
  },

  autoCaptions: {
    none: 'Ningún canal de voz se subtitula automáticamente.',
    entry: ({ voice, text }) => `${voice} → ${text}`,
    chooseToRemove: 'Elige cuál quitar',
    howToAdd: `Para añadir uno, usa ${command('captions auto')} en el canal de texto donde quieras los subtítulos.`,
  },

  members: {
    choose: 'Elige un miembro',
    intro: 'Elige un miembro para ver cómo se dice su nombre y cómo suena en este servidor.',
    called: ({ userId, name }) => `El nombre de ${userMention(userId)} se dice «${name}».`,
    uncalled: ({ userId }) => `De ${userMention(userId)} se dice el nombre que muestra Discord.`,
    sounds: ({ sound }) => `Su voz en este servidor: ${sound}.`,
    usualVoice: 'la que usa en todas partes o la del servidor',
    howToSetVoice: `Para darle otra voz a un miembro, usa ${command('voice use')} con la opción ${inlineCode('miembro')}.`,
    buttons: { setName: 'Elegir el nombre', resetName: 'Restablecer el nombre', resetVoice: 'Restablecer la voz' },
    form: {
      title: 'Cómo se dice el nombre de un miembro',
      label: 'Nombre que se dice antes de sus mensajes',
      placeholder: 'Déjalo vacío para el nombre que muestra Discord',
    },
  },

  notes: {
    stricterNow: `Los subtítulos que ya están activos siguen siendo solo para quienes los acepten. El cambio se aplica a partir del próximo ${start}.`,
    logUnreachable: ({ channelId, permissions }) =>
      `No puedo publicar los cambios en ${channelMention(channelId)}. Dame allí ${permissionsPhrase(permissions)}.`,
    logDeleted: 'El canal de registro se eliminó. Elige otro.',
    changedMeanwhile: 'Entretanto, otra persona cambió esta lista. Esta es la actual; vuelve a elegir.',
  },

  log: {
    setting: ({ topic, label }) => `${topic} › ${label}`,
    changed: ({ person, setting, from, to }) => `${bold(person)} cambió ${bold(setting)}: ${from} → ${to}`,
    listed: ({ person, setting, added, removed }) => {
      const parts = [
        ...(added.length === 0 ? [] : [`añadió ${format.list(added)}`]),
        ...(removed.length === 0 ? [] : [`quitó ${format.list(removed)}`]),
      ];
      return `${bold(person)} cambió ${bold(setting)}: ${parts.join('; ')}`;
    },
  },

  refusals: {
    managersOnly: ({ roles }) =>
      roles.length === 0
        ? `Solo quienes tienen ${manageServer} pueden cambiar estos ajustes.`
        : `Solo quienes tienen ${manageServer} o el rol ${format.alternatives(roles)} pueden cambiar estos ajustes.`,
    serverManagersOnly: `Solo quienes tienen ${manageServer} pueden elegir quién más cambia los ajustes.`,
    roleNeeded: ({ roles }) =>
      roles.length === 0
        ? `Este servidor reserva esto a quienes lo gestionan. Pueden cambiarlo en ${command('settings')}.`
        : `En este servidor necesitas el rol ${format.alternatives(roles)} para esto. Consulta con alguien que gestione el servidor.`,
    muted: 'Quienes gestionan este servidor te silenciaron, así que aquí no leo nada de lo que escribes.',
    authorMuted: 'Quienes gestionan este servidor silenciaron a quien escribió esto, así que no lo leo.',
    authorUnknown:
      'No pude comprobar si quien escribió esto está silenciado aquí, así que no lo leí. Inténtalo de nuevo en un momento.',
    tooLong: ({ length, max }) =>
      `Este texto tiene ${format.plural(length, { one: '# carácter', many: '# de caracteres', other: '# caracteres' })} y este servidor permite ${format.number(max)}. Acórtalo.`,
    /** The server's voice, but others may not know it. */
    voiceOnlyYours: ({ title }: { readonly title: string }): string =>
      `${bold(title)} es solo para ti. Para usarla en este servidor, primero hazla no listada con ${command('voice edit')}.`,
    outdated: `Este panel ya no es válido. Vuelve a usar ${command('settings')}.`,
  },
};
