import { createFormat } from '../../format.ts';
import type { Messages } from '../../messages.ts';

const format = createFormat('es');

/** The formats that a voice's cover may have, as part of a sentence. */
export const COVER_FORMATS = format.alternatives(['png', 'jpeg', 'webp', 'gif']);

/** Spanish: `/voice` and its subcommands, as people choose and fill them in. */
export const voiceCommandMessages: Messages['voiceModels']['command'] = {
  description: 'Crea, elige y gestiona las voces con las que hablo',
  voiceOption: 'Empieza a escribir su título o pega su ID',
  visibilityChoices: {
    public: 'Pública: para todo el mundo, en la lista pública del servicio de voz (necesita portada)',
    unlist: 'No listada: para quien tenga su ID',
    private: 'Privada: solo para la gente de aquí',
  },
  create: {
    description: 'Crea una voz a partir de grabaciones que tienes derecho a usar',
    options: {
      title: 'Un nombre para la voz',
      audio: 'Una grabación de la voz, de 1 segundo como mínimo',
      audio2: 'Otra grabación de la misma voz',
      audio3: 'Una tercera grabación de la misma voz',
      transcript: 'Lo que se dice en la grabación; separa varias transcripciones con |',
      visibility: 'Quién puede encontrar la voz (por defecto: privada)',
      cover: `Una imagen de portada: ${COVER_FORMATS}`,
      description: 'Una descripción breve de la voz',
      tags: 'Palabras para encontrarla, separadas por comas',
      enhance: 'Limpia antes el sonido de las grabaciones (por defecto: sí)',
      sample: 'Pide una muestra al servicio de voz (por defecto: no)',
    },
  },
  list: {
    description: 'Muestra tus voces y las de este servidor, o las públicas',
    options: {
      query: 'Palabras del título',
      scope: 'Tus voces y las de este servidor (por defecto), o las públicas',
      language: 'Solo voces que hablan este idioma',
      tag: 'Solo voces con esta etiqueta',
      licensed: 'Solo voces públicas con licencia de su titular para el servicio de voz',
      sort: 'En qué orden (por defecto: las más recientes; entre las públicas, las más populares)',
    },
    scopeChoices: { mine: 'Las mías y las de este servidor', public: 'Públicas' },
    sortChoices: {
      popular: 'Más populares',
      used: 'Más usadas',
      newest: 'Más recientes',
      title: 'Título (no para voces públicas)',
    },
  },
  info: { description: 'Muestra los detalles de una voz' },
  edit: {
    description: 'Edita una voz. Sin opciones, se abre un formulario.',
    options: {
      title: 'Un título nuevo',
      description: 'Una descripción nueva',
      visibility: 'Quién puede encontrar la voz',
      tags: 'Etiquetas nuevas, separadas por comas; reemplazan a las actuales',
      cover: `Una imagen de portada nueva: ${COVER_FORMATS}`,
    },
  },
  delete: { description: 'Elimina una voz para todo el mundo' },
  use: {
    description: 'Elige la voz con la que leo tus textos',
    voiceOption: 'Empieza a escribir su título, pega su ID o elige «Voz predeterminada»',
    options: {
      speed: 'Velocidad, de 0,5 a 2 (1 es la normal); si la omites, no cambia',
      volume: 'Volumen, de -20 a 20 dB (0 es el normal); si lo omites, no cambia',
      member: 'Para este miembro; solo para quien puede cambiar los ajustes del servidor',
    },
  },
};
