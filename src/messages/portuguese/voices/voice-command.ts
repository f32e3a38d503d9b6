import { createFormat } from '../../format.ts';
import type { Messages } from '../../messages.ts';

const format = createFormat('pt');

/** The formats that a voice's cover may have, as part of a sentence. */
export const COVER_FORMATS = format.alternatives(['png', 'jpeg', 'webp', 'gif']);

/** Brazilian Portuguese: what `/voice` and its subcommands are described with. */
export const voiceCommandMessages: Messages['voiceModels']['command'] = {
  description: 'Cria, escolhe e gerencia as vozes com que eu falo',
  voiceOption: 'Comece a digitar o título ou cole o ID',
  visibilityChoices: {
    public: 'Pública: qualquer pessoa, na lista pública do serviço de voz (precisa de capa)',
    unlist: 'Não listada: qualquer pessoa que tenha o ID',
    private: 'Privada: só quem está aqui',
  },
  create: {
    description: 'Cria uma voz a partir de gravações que você tem o direito de usar',
    options: {
      title: 'Um nome para a voz',
      audio: 'Uma gravação da voz, com pelo menos 1 segundo',
      audio2: 'Outra gravação da mesma voz',
      audio3: 'Uma terceira gravação da mesma voz',
      transcript: 'O que é dito na gravação; separe várias transcrições com |',
      visibility: 'Quem pode encontrar a voz (padrão: privada)',
      cover: `Uma imagem de capa: ${COVER_FORMATS}`,
      description: 'Uma descrição curta da voz',
      tags: 'Palavras para encontrar a voz, separadas por vírgulas',
      enhance: 'Limpar as gravações antes (padrão: sim)',
      sample: 'Pedir ao serviço de voz que gere uma amostra (padrão: não)',
    },
  },
  list: {
    description: 'Mostra as suas vozes e as deste servidor, ou as públicas',
    options: {
      query: 'Palavras do título',
      scope: 'As suas vozes e as deste servidor (padrão) ou as públicas',
      language: 'Só vozes que falam este idioma',
      tag: 'Só vozes com esta tag',
      licensed: 'Só vozes públicas licenciadas ao serviço de voz por quem é dono delas',
      sort: 'Em que ordem (padrão: mais recentes; nas vozes públicas, mais populares)',
    },
    scopeChoices: { mine: 'Minhas e deste servidor', public: 'Públicas' },
    sortChoices: {
      popular: 'Mais populares',
      used: 'Mais usadas',
      newest: 'Mais recentes',
      title: 'Título (não vale para vozes públicas)',
    },
  },
  info: { description: 'Mostra os detalhes de uma voz' },
  edit: {
    description: 'Edita uma voz. Sem opções, abre um formulário.',
    options: {
      title: 'Um novo título',
      description: 'Uma nova descrição',
      visibility: 'Quem pode encontrar a voz',
      tags: 'Novas tags, separadas por vírgulas; elas substituem as atuais',
      cover: `Uma nova imagem de capa: ${COVER_FORMATS}`,
    },
  },
  delete: { description: 'Exclui uma voz para todo mundo' },
  use: {
    description: 'Escolhe a voz com que eu falo por você',
    voiceOption: 'Comece a digitar o título ou cole o ID; “Voz padrão” desfaz a escolha',
    options: {
      speed: 'Velocidade, de 0,5 a 2 (1 é o normal); sem esta opção, fica como está',
      volume: 'Volume, de -20 a 20 dB (0 é o normal); sem esta opção, fica como está',
      member: 'Para este membro; só para quem pode mudar as configurações do servidor',
    },
  },
};
