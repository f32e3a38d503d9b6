import type { Texts } from '../texts.ts';

/** Spanish: the tour of the first visit. */
export const tour: Texts['tour'] = {
  label: 'Visita guiada',
  help: 'Ayuda: iniciar la visita guiada',
  welcome: 'Aquí todo funciona en este equipo: un pequeño Discord, un servicio de voz y Mynah.',
  english: 'Las voces locales solo hablan inglés.',
  keeps: 'Los servidores, los mensajes y los ajustes se guardan para tu próxima visita.',
  forgets: 'No se guarda nada: al cerrar la zona de pruebas, desaparecen los servidores, los mensajes y los ajustes.',
  recognizes: 'Lo que se dice aquí se convierte en texto.',
  deaf: (command) =>
    `Lo que se dice aquí no se convierte en texto: PocketSphinx no está instalado. Ejecuta ${command} y reinicia el playground.`,
  stepOf: (step, count) => `Paso ${step} de ${count}`,
  stepName: (step, title) => `${step}. ${title}`,
  doneStepName: (step, title) => `${step}. ${title} (completado)`,
  steps: 'Pasos',
  done: 'Completado',
  finished: 'Terminaste la visita. Escribe / en el cuadro de mensaje para ver todos los comandos.',
  back: 'Atrás',
  next: 'Siguiente',
  skip: 'Omitir la visita',
  details: 'Detalles del paso',
  close: 'Cerrar la visita',
  look: 'Fíjate:',
  failed: 'No se pudo cargar el archivo de muestra. Inténtalo de nuevo.',
  lounge: {
    title: 'Únete a un canal de voz',
    about: 'Oirás lo que pasa en el canal. Si permites el micrófono, también te oirán a ti.',
    look: 'Tu nombre aparece debajo del canal de voz.',
    act: 'Unirse a Lounge',
  },
  join: {
    title: 'Trae a Mynah',
    about: 'Mynah entra en el canal de voz en el que estás.',
    look: 'El nombre de Mynah también aparece debajo del canal de voz.',
    act: 'Escribir /unirse',
  },
  say: {
    title: 'Haz hablar a Mynah',
    about: 'Mynah lee tu texto en voz alta en el canal de voz. Pulsa Intro para ejecutar el comando.',
    look: 'Oyes la frase, y un anillo alrededor de Mynah muestra quién habla.',
    act: 'Escribir /decir',
  },
  captions: {
    title: 'Inicia los subtítulos',
    about: 'Mynah subtitula lo que se dice en el canal de voz.',
    look: 'El estado del canal indica que hay subtítulos.',
    act: 'Escribir /subtítulos iniciar',
  },
  speak: {
    title: 'Haz hablar a alguien',
    about: (name, sentence) => `${name} dice: «${sentence}»`,
    look: 'La frase aparece como subtítulo, con el nombre de quien habla.',
    deaf: 'Oyes la frase. No habrá subtítulos mientras no se reconozca la voz.',
    act: (name) => `Hacer hablar a ${name}`,
    acting: (name) => `${name} está hablando…`,
  },
  overlay: {
    title: 'Muestra los subtítulos en otra pantalla',
    about:
      'Mynah te da la dirección secreta de una página con estos subtítulos, para un directo o una segunda pantalla.',
    look: 'Abre la dirección y vuelve a hacer hablar a alguien: las palabras aparecen allí a medida que se dicen.',
    act: 'Escribir /subtítulos superposición',
  },
  transcribe: {
    title: 'Transcribe una grabación',
    about: 'El comando ya lleva un archivo de muestra. También puedes usar tus propias grabaciones.',
    look: 'La respuesta contiene lo que se dice en la grabación.',
    act: 'Escribir /transcribir con una muestra',
  },
  faults: {
    title: 'Pónselo difícil a Mynah',
    about: 'Activa un fallo, como la pérdida de paquetes, y repite lo que hiciste antes.',
    look: 'Las métricas cambian, y Mynah se las arregla o dice qué falla.',
    act: 'Mostrar los fallos',
  },
  tabs: {
    title: 'Sé dos personas a la vez',
    about: 'Cada pestaña es una persona distinta. Haz que dos hablen entre sí.',
    look: 'Aparece una persona nueva entre los miembros.',
    act: 'Abrir otra pestaña',
  },
};
