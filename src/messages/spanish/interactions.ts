import { bold } from '@discordjs/formatters';
import { createFormat } from '../format.ts';
import type { Messages } from '../messages.ts';

const format = createFormat('es');

/** Spanish: what every command, button and form can be answered, and Discord's own names for permissions. */
export const interactionMessages: Messages['interactions'] = {
  restarting: 'Me estoy reiniciando. Inténtalo de nuevo en un momento.',
  tookTooLong: 'Esto tardaba demasiado y quedó cancelado. Inténtalo de nuevo.',
  unknownCommand: 'Este comando ya no existe.',
  oldButton: 'Este botón ya no es válido. Vuelve a usar el comando.',
  oldForm: 'Este formulario ya no es válido. Vuelve a usar el comando.',
  formTooLate: 'El formulario no se abrió a tiempo: Discord solo da 3 segundos. Inténtalo de nuevo.',
  places: {
    outsideOnlyServer: 'Quien administra el bot solo permite usarme en un servidor, y no es este. Úsame allí.',
    server: 'Quien administra el bot solo permite usarme en ciertos servidores. Pídele que permita este.',
    direct:
      'Quien administra el bot solo permite usarme en servidores, no en mensajes directos ni como aplicación personal. Úsame en un servidor.',
  },
  tooMany: ({ seconds }) =>
    `Demasiadas solicitudes en poco tiempo. Inténtalo de nuevo en ${format.plural(seconds, { one: '# segundo', many: '# de segundos', other: '# segundos' })}.`,
  serverOnly: 'Esto solo funciona en un servidor del que soy miembro.',
  unknownLanguage: ({ entered }) => `No conozco ningún idioma llamado «${entered}». Elige una de las sugerencias.`,
  permissions: {
    viewChannel: 'Ver canal',
    connect: 'Conectar',
    speak: 'Hablar',
    sendMessages: 'Enviar mensajes',
    sendMessagesInThreads: 'Enviar mensajes en hilos',
    readMessageHistory: 'Leer el historial de mensajes',
    createPublicThreads: 'Crear hilos públicos',
    manageWebhooks: 'Gestionar webhooks',
    attachFiles: 'Adjuntar archivos',
  },
};

/** Permissions as the object of a sentence: `el permiso **Ver canal**`, `los permisos **Ver canal** y **Conectar**`. */
export function permissionsPhrase(names: readonly string[]): string {
  const list = format.list(names.map((name) => bold(name)));
  return format.plural(
    names.length,
    {
      one: 'el permiso {list}',
      many: 'los permisos {list}',
      other: 'los permisos {list}',
    },
    { list },
  );
}
