import { bold, inlineCode } from '@discordjs/formatters';
import type { Messages } from '../messages.ts';
import { command, menu } from './names.ts';

const say = command('say');

/** Spanish: the name of each setting, and what it does in a line. */
export const settingFields: Messages['settings']['fields'] = {
  'general.language': {
    label: 'Idioma',
    about: 'El idioma de lo que publico y digo para todos en este servidor.',
  },
  'notices.posted': {
    label: 'Avisos',
    about: 'Aviso cuando salgo de un canal vacío, me mueven o pierdo la conexión.',
  },
  'log.channelId': {
    label: 'Canal de registro',
    about: 'Allí publico cada cambio de estos ajustes y quién lo hizo.',
  },
  'access.managers': {
    label: 'Cambiar los ajustes',
    about: `Quién puede usar ${command('settings')}, además de quienes tienen el permiso ${bold('Gestionar servidor')}.`,
  },
  'access.speak': {
    label: 'Leer en voz alta',
    about: `Quién puede usar ${say}, ${command('join')}, la cola y ${menu('Speak')}.`,
  },
  'access.captions': {
    label: 'Subtitular',
    about: 'Quién puede iniciar y exportar subtítulos. Cualquiera puede aceptarlos o rechazarlos.',
  },
  'access.transcribe': {
    label: 'Transcribir',
    about: 'Quién puede transcribir grabaciones; solo sus mensajes de voz se responden con su texto.',
  },
  'access.voices': {
    label: 'Voces',
    about: 'Quién puede crear, cambiar, ver y elegir voces.',
  },
  'muted.userIds': {
    label: 'Personas silenciadas',
    about: 'No leo nada de lo que escriben.',
  },
  'muted.roleIds': {
    label: 'Roles silenciados',
    about: 'No leo nada de lo que escriben quienes tienen estos roles.',
  },
  'voice.voiceId': {
    label: 'Voz',
    about: 'La voz de quienes no eligieron ninguna.',
  },
  'voice.speed': {
    label: 'Velocidad',
    about: 'A qué velocidad habla esa voz.',
  },
  'voice.volumeDb': {
    label: 'Volumen',
    about: 'Con qué volumen suena esa voz.',
  },
  'lengths.say': {
    label: 'Texto más largo',
    about: `${say} rechaza los textos más largos.`,
  },
  'lengths.reading': {
    label: 'Mensaje más largo',
    about: 'Al leer el chat, acorto los mensajes más largos.',
  },
  'announcements.joins': {
    label: 'Entradas',
    about: 'Digo quién entra en mi canal de voz.',
  },
  'announcements.leaves': {
    label: 'Salidas',
    about: 'Digo quién sale de mi canal de voz.',
  },
  'captions.consent': {
    label: 'Consentimiento',
    about: 'A quién se subtitula.',
  },
  'captions.captionBots': {
    label: 'Bots',
    about: 'También subtitulo a los bots.',
  },
  'captions.language': {
    label: 'Idioma hablado',
    about: `El idioma de los subtítulos, si ${command('captions start')} no indica otro.`,
  },
  'captions.interim': {
    label: 'Texto provisional',
    about: 'Los subtítulos aparecen mientras la persona aún habla.',
  },
  'captions.soundCues': {
    label: 'Sonidos',
    about: 'Los subtítulos también muestran sonidos, como [risas].',
  },
  'captions.retentionDays': {
    label: 'Transcripciones',
    about: 'Cuándo las elimino.',
  },
  'reading.bots': {
    label: 'Bots',
    about: 'Leo lo que escriben los bots.',
  },
  'reading.webhooks': {
    label: 'Webhooks',
    about: 'Leo lo que publican los webhooks y los puentes con otros chats.',
  },
  'reading.proxied': {
    label: 'Mensajes en nombre de otros',
    about: 'Leo lo que PluralKit y Tupperbox publican por otras personas, como si fuera suyo.',
  },
  'reading.voiceMessages': {
    label: 'Mensajes de voz',
    about: 'Qué hago con ellos al leer el chat.',
  },
  'reading.skipPrefix': {
    label: 'Prefijo para no leer',
    about: 'No leo los mensajes que empiezan por este prefijo.',
  },
  'reading.requiredRoleIds': {
    label: 'Roles necesarios',
    about: 'Solo leo a quienes tienen alguno de estos roles.',
  },
  'reading.announceWriters': {
    label: 'Nombre de quien escribe',
    about: 'Digo quién escribe cuando cambia la persona.',
  },
  'reading.announcement': {
    label: 'Anuncio',
    about: `Cómo digo quién escribe. ${inlineCode('{name}')} representa el nombre.`,
  },
  'reading.builtInPronunciations': {
    label: 'Abreviaturas',
    about: `Digo completas las abreviaturas habituales, como ${inlineCode('xq')}.`,
  },
  'voiceMessages.transcribedIn': {
    label: 'Canales con respuesta',
    about: 'Allí respondo a los mensajes de voz con su texto.',
  },
  'voices.maxPerPerson': {
    label: 'Voces por persona',
    about: 'Cuántas voces puede crear cada persona en este servidor.',
  },
  'voices.maxPerGuild': {
    label: 'Voces de este servidor',
    about: 'Cuántas voces puede tener este servidor.',
  },
  'budgets.charactersPerPerson': {
    label: 'Caracteres por persona',
    about: 'Cuánto texto leo al día por persona.',
  },
  'budgets.characters': {
    label: 'Caracteres de este servidor',
    about: 'Cuánto texto leo al día en este servidor.',
  },
  'budgets.captionMinutes': {
    label: 'Minutos de subtítulos',
    about: 'Cuántos minutos subtitulo al día.',
  },
  'budgets.transcribeMinutesPerPerson': {
    label: 'Transcripción por persona',
    about: 'Cuántos minutos transcribo al día por persona.',
  },
  'budgets.transcribeMinutes': {
    label: 'Transcripción en este servidor',
    about: 'Cuántos minutos de grabaciones transcribo al día.',
  },
};
