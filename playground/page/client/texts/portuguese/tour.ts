import type { Texts } from '../texts.ts';

/** Brazilian Portuguese: the tour of the first visit. */
export const tour: Texts['tour'] = {
  label: 'Tour',
  help: 'Ajuda: iniciar o tour',
  welcome: 'Aqui tudo roda neste computador: um pequeno Discord, um serviço de voz e o próprio Mynah.',
  english: 'As vozes locais só falam inglês.',
  keeps: 'Servidores, mensagens e configurações ficam guardados para a sua próxima visita.',
  forgets: 'Nada fica guardado: quando o playground é encerrado, servidores, mensagens e configurações somem.',
  recognizes: 'O que é dito aqui vira texto.',
  deaf: (command) =>
    `O que é dito aqui não vira texto: o PocketSphinx não está instalado. Execute ${command} e reinicie o playground.`,
  stepOf: (step, count) => `Etapa ${step} de ${count}`,
  stepName: (step, title) => `${step}. ${title}`,
  doneStepName: (step, title) => `${step}. ${title} (concluída)`,
  steps: 'Etapas',
  done: 'Concluída',
  finished: 'O tour acabou. Digite / na caixa de mensagem para ver todos os comandos.',
  back: 'Voltar',
  next: 'Avançar',
  skip: 'Pular o tour',
  details: 'Detalhes da etapa',
  close: 'Fechar o tour',
  look: 'Repare:',
  failed: 'Não foi possível carregar o arquivo de amostra. Tente de novo.',
  lounge: {
    title: 'Entre em um canal de voz',
    about: 'Você ouve o que acontece no canal. Se permitir o microfone, os outros também ouvem você.',
    look: 'Seu nome aparece abaixo do canal de voz.',
    act: 'Entrar em Lounge',
  },
  join: {
    title: 'Traga o Mynah',
    about: 'O Mynah entra no canal de voz em que você está.',
    look: 'O nome do Mynah também aparece abaixo do canal de voz.',
    act: 'Escrever /entrar',
  },
  say: {
    title: 'Faça o Mynah falar',
    about: 'O Mynah fala o seu texto no canal de voz. Pressione Enter para executar o comando.',
    look: 'Você ouve a frase, e um anel em volta do Mynah mostra quem está falando.',
    act: 'Escrever /dizer',
  },
  captions: {
    title: 'Inicie as legendas',
    about: 'O Mynah legenda o que as pessoas dizem no canal de voz.',
    look: 'O status do canal mostra que as legendas estão ativas.',
    act: 'Escrever /legendas iniciar',
  },
  speak: {
    title: 'Faça alguém falar',
    about: (name, sentence) => `${name} diz: “${sentence}”`,
    look: 'A frase aparece como legenda, com o nome de quem falou.',
    deaf: 'Você ouve a frase. Não há legenda enquanto a fala não é reconhecida.',
    act: (name) => `Fazer ${name} falar`,
    acting: (name) => `${name} está falando…`,
  },
  overlay: {
    title: 'Mostre as legendas em outra tela',
    about:
      'O Mynah dá a você o endereço secreto de uma página com estas legendas, para uma transmissão ou uma segunda tela.',
    look: 'Abra o endereço e faça alguém falar de novo: as palavras aparecem lá conforme são ditas.',
    act: 'Escrever /legendas sobreposição',
  },
  transcribe: {
    title: 'Transcreva uma gravação',
    about: 'O comando já vem com um arquivo de amostra. Você também pode usar suas próprias gravações.',
    look: 'A resposta traz o que é dito na gravação.',
    act: 'Escrever /transcrever com uma amostra',
  },
  faults: {
    title: 'Dificulte a vida do Mynah',
    about: 'Ative uma falha, como perda de pacotes, e repita o que você fez antes.',
    look: 'As métricas mudam, e o Mynah dá um jeito ou diz o que há de errado.',
    act: 'Mostrar as falhas',
  },
  tabs: {
    title: 'Seja duas pessoas ao mesmo tempo',
    about: 'Cada aba é uma pessoa diferente. Faça duas delas conversarem.',
    look: 'Uma nova pessoa aparece entre os membros.',
    act: 'Abrir outra aba',
  },
};
