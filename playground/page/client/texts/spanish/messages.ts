import { plural } from '../plural.ts';
import type { Texts } from '../texts.ts';

/** Spanish: messages and everything in them. */
export const messages: Texts['messages'] = {
  log: (channel) => `Mensajes de ${channel}`,
  start: (channel) => `Este es el comienzo de ${channel}.`,
  directStart: (person) => `Este es el comienzo de tus mensajes directos con ${person}.`,
  loadingOlder: 'Cargando mensajes anteriores…',
  loadOlder: 'Cargar mensajes anteriores',
  newMessages: (count) =>
    plural('es', count, {
      one: `${count} mensaje nuevo`,
      many: `${count} de mensajes nuevos`,
      other: `${count} mensajes nuevos`,
    }),
  toNewest: 'Ir al mensaje más reciente',
  cannotWrite: 'No puedes escribir en este canal.',

  message: (author, time) => `${author}, ${time}`,
  app: 'APP',
  edited: 'editado',
  editedAbout: 'Este mensaje se editó.',
  onlyYou: 'Solo tú puedes ver esto.',
  dismiss: 'Descartar mensaje',
  thinking: (author) => `${author} está pensando…`,
  usedCommand: '{person} usó {command}',
  writeCommand: (command) => `Escribir ${command}`,
  replyTo: (author) => `Respuesta a ${author}`,
  replyGone: 'El mensaje original se eliminó o no está cargado.',
  replyWithoutText: 'Pulsa para ver el mensaje',
  mentionsYou: 'Te menciona',

  actions: 'Acciones del mensaje',
  reply: 'Responder',
  edit: 'Editar',
  delete: 'Eliminar',
  editLabel: 'Editar tu mensaje',
  editHint: 'Intro guarda, Esc cancela.',
  save: 'Guardar',
  cancel: 'Cancelar',
  deleteTitle: '¿Eliminar este mensaje?',
  deleteHint: 'Desaparecerá para todo el mundo.',

  unknownPerson: 'persona desconocida',
  unknownChannel: 'canal desconocido',
  unknownRole: 'rol desconocido',
  spoiler: 'Spoiler, pulsa para mostrarlo',
  codeBlock: 'Código',
  codeBlockIn: (language) => `Código en ${language}`,

  embed: 'Contenido insertado',
  image: 'Imagen',
  video: 'Vídeo',
  openImage: (name) => `Abrir ${name}`,
  spoilerMedia: 'Spoiler: mostrar',
  download: (name, size) => `Descargar ${name}, ${size}`,
  play: 'Reproducir mensaje de voz',
  pause: 'Pausar mensaje de voz',
  seek: 'Posición en el mensaje de voz',
  position: (at, length) => `${at} de ${length}`,
  voiceMessage: (length) => `Mensaje de voz, ${length}`,
  unplayable: 'Tu navegador no puede reproducir esta grabación.',

  opensInNewTab: '(se abre en una pestaña nueva)',
  select: 'Selección',
  choose: 'Haz una selección',
  chooseSome: (min, max) =>
    min === max ? `Elige ${max}.` : min === 0 ? `Elige hasta ${max}.` : `Elige de ${min} a ${max}.`,
  apply: 'Aplicar',
  noOptions: 'No hay nada que elegir.',
  chosen: (names) => `Elegido: ${names}`,
};
