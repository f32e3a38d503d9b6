import { bold, inlineCode } from '@discordjs/formatters';
import { createFormat } from '../format.ts';
import type { Messages } from '../messages.ts';
import { command } from './names.ts';

const format = createFormat('es');

const ONE_COMMAND = `Para ver las opciones de un comando, usa ${command('help', 'command')}.`;

/** Spanish: `/help`. */
export const helpMessages: Messages['help'] = {
  command: {
    description: 'Muestra lo que sé hacer o cómo funciona un comando',
    options: { command: 'El comando que quieres conocer; si lo omites, se muestran todos' },
  },
  introduction: {
    guild: ({ say }) =>
      `Leo en voz alta lo que escribes, subtitulo lo que se dice y transcribo grabaciones. ¿Acabas de llegar? Únete a un canal de voz y usa ${say}. ${ONE_COMMAND}`,
    elsewhere: ({ say }) =>
      `Aquí convierto lo que escribes en archivos de audio y transcribo grabaciones. ¿Acabas de llegar? Prueba ${say}. En los servidores de los que soy miembro, también hablo y subtitulo en los canales de voz. ${ONE_COMMAND}`,
  },
  groups: {
    speaking: 'Lectura en voz alta',
    captions: 'Subtítulos',
    transcription: 'Transcripción',
    voices: 'Voces',
    settings: 'Privacidad y ajustes',
    more: 'Ayuda',
  },
  together: {
    control: 'Controla lo que se está leyendo',
    autoread: 'Lee en voz alta los mensajes de un canal',
    pronunciations: 'Elige cómo pronuncio las palabras, en tus textos o en este servidor',
    voices: 'Crea, busca, elige, edita o elimina una voz',
    consent: 'Elige si se subtitula lo que dices, en todos los servidores',
  },
  names: ({ names }) => format.list(names),
  menus: {
    speak: 'Lee el texto de un mensaje en tu canal de voz',
    transcribe: 'Transcribe las grabaciones de un mensaje',
  },
  menuPath: ({ name }) => bold(`Aplicaciones → ${name}`),
  entry: ({ name, description }) => `${name}: ${description}`,
  option: ({ name, description }) => `${inlineCode(name)}: ${description}`,
  requiredOption: ({ name, description }) => `${inlineCode(name)} (obligatoria): ${description}`,
  withChoices: ({ description, choices }) =>
    `${description}. Valores posibles: ${format.alternatives(choices.map((choice) => inlineCode(choice)))}.`,
  noOptions: 'Sin opciones.',
  menuUse: 'Lo encuentras en el menú de un mensaje: haz clic derecho en él o, en el teléfono, mantenlo pulsado.',
  serverOnly: 'Solo en servidores.',
  unknownCommand: ({ entered }) => `No tengo ningún comando llamado «${entered}». Elige una de las sugerencias.`,
};
