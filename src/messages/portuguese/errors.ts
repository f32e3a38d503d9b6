import { createFormat } from '../format.ts';
import type { Messages } from '../messages.ts';
import { option } from './names.ts';

const format = createFormat('pt');

const RESTARTING = 'Estou reiniciando. Tente de novo daqui a pouco.';
const UNREADABLE_AUDIO = 'O serviço de voz enviou um áudio que não consigo ler. Tente de novo daqui a pouco.';
const UNREADABLE_ANSWER = 'O serviço de voz enviou uma resposta que não consigo ler. Tente de novo daqui a pouco.';

const readableFormats: Messages['errors']['readableFormats'] = ({ formats }) => `Consigo ler ${format.list(formats)}.`;

const gaveUp: Messages['errors']['byCode']['SPEECH_LIVE_ERROR_EVENT'] = ({ detail }) =>
  detail === undefined
    ? 'O serviço de voz não conseguiu falar este texto. Tente de novo daqui a pouco.'
    : `O serviço de voz não conseguiu falar este texto. Ele diz: “${detail}”. Tente de novo daqui a pouco.`;

/** What is wrong with a request that breaks a limit of the speech service, by the limit's code. */
const LIMIT_MESSAGES: ReadonlyMap<string, string> = new Map([
  ['text-empty', 'Este texto não tem nada para falar. Tente outro.'],
  ['control-tokens', 'Não consigo falar um texto que contém `<|` ou `|>`. Remova esses sinais e tente de novo.'],
  ['recording-empty', 'Uma gravação está vazia. Anexe-a de novo.'],
  ['recording-too-large', 'O serviço de voz aceita gravações de até 20 MB. Anexe uma menor.'],
  ['recording-too-short', 'Esta gravação é curta demais. Ela precisa ter pelo menos 1 segundo.'],
  ['recording-too-long', 'O serviço de voz aceita gravações de até 60 minutos. Anexe uma mais curta.'],
  ['voice-recordings', 'Uma voz é criada a partir de 1 a 20 gravações.'],
  ['voice-transcripts', 'Uma voz aceita no máximo 20 transcrições.'],
  ['voice-cover', 'Uma voz pública precisa de uma imagem de capa.'],
  ['voice-title', 'Uma voz precisa de um título.'],
  ['voice-id', 'Este não é o ID de uma voz. Escolha uma das sugestões.'],
  ['update-empty', 'Nada foi alterado. Altere alguma coisa e salve de novo.'],
  ['tags-and-cover', 'Remova as tags e defina a imagem de capa em duas etapas separadas.'],
  ['page-size', 'Uma página da lista tem de 1 a 100 vozes.'],
  ['page-number', 'A primeira página da lista é a página 1.'],
]);

const UNKNOWN_CODEC = 'unknown-codec';
const SILENT_VIDEO = 'silent-video';

/** Kinds of files and sound that can't be read, by their code. Other kinds have only their own name. */
const RECORDING_KINDS: ReadonlyMap<string, string> = new Map([
  ['png-picture', 'uma imagem PNG'],
  ['jpeg-picture', 'uma imagem JPEG'],
  ['gif-picture', 'uma imagem GIF'],
  ['webp-picture', 'uma imagem WebP'],
  ['bmp-picture', 'uma imagem BMP'],
  ['ogg-other', 'Ogg sem Opus nem Vorbis'],
  ['wma-or-wmv', 'WMA ou WMV'],
  ['wav-adpcm', 'WAV com ADPCM'],
  ['wav-ima-adpcm', 'WAV com IMA ADPCM'],
  ['wav-gsm', 'WAV com GSM'],
  ['wav-mp3', 'WAV com MP3'],
  ['AC-3', 'Dolby Digital (AC-3)'],
  ['E-AC-3', 'Dolby Digital Plus (E-AC-3)'],
  [UNKNOWN_CODEC, 'um codec desconhecido'],
]);

function kindOf(code: string): string {
  const wavFormat = /^wav-format-(\d+)$/.exec(code)?.[1];
  return wavFormat === undefined ? (RECORDING_KINDS.get(code) ?? code) : `formato WAV ${wavFormat}`;
}

/** Brazilian Portuguese: failures, by code. */
export const errorMessages: Messages['errors'] = {
  byCode: {
    SPEECH_BAD_REQUEST: ({ detail }) =>
      detail === undefined
        ? `O serviço de voz não aceita este pedido. Escolha uma voz das sugestões de ${option('voice')} ou deixe ${option('voice')} de fora.`
        : `O serviço de voz não aceita este pedido. Ele diz: “${detail}”. Escolha uma voz das sugestões de ${option('voice')} ou deixe ${option('voice')} de fora.`,
    SPEECH_UNAUTHORIZED:
      'O serviço de voz rejeitou a minha chave de API, por isso não consigo falar nem legendar. Peça ao operador do bot para verificar `SPEECH_API_KEY`.',
    SPEECH_OUT_OF_CREDITS:
      'A conta do serviço de voz está sem créditos de API. Peça ao operador do bot para adicionar: eles são separados dos créditos da plataforma.',
    SPEECH_FORBIDDEN: ({ detail }) =>
      detail === undefined
        ? 'A minha conta no serviço de voz não tem permissão para fazer isso. Tente outra voz.'
        : `A minha conta no serviço de voz não tem permissão para fazer isso. O serviço diz: “${detail}”. Tente outra voz.`,
    SPEECH_NOT_FOUND: `O serviço de voz não tem mais esta voz. Escolha outra ou deixe ${option('voice')} de fora.`,
    SPEECH_TOO_LARGE: 'Isso é grande demais para o serviço de voz. Tente algo mais curto.',
    SPEECH_INVALID: ({ detail }) =>
      detail === undefined
        ? 'O serviço de voz encontrou um erro neste pedido.'
        : `O serviço de voz encontrou um erro neste pedido. Ele diz: “${detail}”.`,
    SPEECH_REJECTED: ({ detail }) =>
      detail === undefined
        ? 'O serviço de voz rejeitou este pedido.'
        : `O serviço de voz rejeitou este pedido. Ele diz: “${detail}”.`,
    SPEECH_RATE_LIMITED:
      'O serviço de voz está ocupado: são muitos pedidos ao mesmo tempo. Tente de novo daqui a pouco.',
    SPEECH_BUSY: 'Tenho trabalho demais agora. Tente de novo daqui a pouco.',
    SPEECH_UNAVAILABLE: 'O serviço de voz está com problemas agora. Tente de novo em um minuto.',
    SPEECH_TIMEOUT: 'O serviço de voz demorou demais para responder. Tente de novo daqui a pouco.',
    SPEECH_CONNECTION:
      'Não consigo me conectar ao serviço de voz. Tente de novo em um minuto. Se continuar acontecendo, avise o operador do bot.',
    SPEECH_LIVE_STALLED: 'O serviço de voz parou no meio do texto. Tente de novo daqui a pouco.',
    SPEECH_LIVE_CLOSED: 'O serviço de voz se desconectou no meio do texto. Tente de novo daqui a pouco.',
    SPEECH_LIVE_FINISH_ERROR: gaveUp,
    SPEECH_LIVE_ERROR_EVENT: gaveUp,
    SPEECH_LIVE_GARBAGE: UNREADABLE_ANSWER,
    SPEECH_MALFORMED_ANSWER: UNREADABLE_ANSWER,
    SPEECH_LIMIT: ({ detail }) =>
      LIMIT_MESSAGES.get(detail ?? '') ?? 'Isso passa de um limite do serviço de voz. Tente algo mais curto.',
    SPEECH_CLOSED: RESTARTING,
    SPEECH_FILE_TOO_LARGE: 'O áudio é maior do que o Discord permite aqui. Tente um texto mais curto.',

    OGG_MALFORMED: UNREADABLE_AUDIO,
    OPUS_MALFORMED: UNREADABLE_AUDIO,
    AUDIO_MALFORMED: UNREADABLE_AUDIO,
    AUDIO_UNSUPPORTED:
      'O serviço de voz enviou um tipo de áudio que não consigo ler. Peça ao operador do bot para verificar `SPEECH_TTS_FORMAT`.',

    AUDIO_EMPTY: 'Este arquivo está vazio. Talvez o envio tenha sido interrompido: anexe-o de novo.',
    AUDIO_NOT_AUDIO: ({ readableFormats: formats }) =>
      `Este arquivo não tem áudio que eu consiga ler. ${readableFormats({ formats })}`,
    AUDIO_NO_TRACK: ({ detail }) => {
      if (detail === SILENT_VIDEO) return 'Este vídeo não tem som. Anexe uma gravação ou um vídeo com som.';
      return detail === undefined
        ? 'Este arquivo não tem som. Anexe uma gravação ou um vídeo com som.'
        : `Este arquivo não tem som: é ${kindOf(detail)}. Anexe uma gravação ou um vídeo com som.`;
    },
    AUDIO_BROKEN:
      'Este arquivo está danificado ou incompleto, por isso não consigo ler o som. Exporte ou grave de novo.',
    AUDIO_PROTECTED:
      'Este arquivo é protegido contra cópia (DRM), e só o próprio player consegue abrir. Anexe um arquivo sem proteção.',
    AUDIO_CODEC: ({ detail, readableFormats: formats }) =>
      detail === undefined
        ? `Não consigo ler este tipo de som. Converta o arquivo para mp3 ou wav antes. ${readableFormats({ formats })}`
        : `Não consigo ler este tipo de som: ${kindOf(detail)}. Converta o arquivo para mp3 ou wav antes. ${readableFormats({ formats })}`,
    AUDIO_TOO_SHORT: 'Esta gravação é curta demais. Ela precisa ter pelo menos 1 segundo.',
    AUDIO_PART_BROKEN: 'Esta parte do arquivo está danificada.',
    AUDIO_PART_CODEC: ({ detail }) =>
      detail === undefined || detail === UNKNOWN_CODEC
        ? 'Esta parte usa um codec que não consigo ler. Converta o arquivo para mp3 ou wav antes.'
        : `Esta parte usa um codec que não consigo ler: ${kindOf(detail)}. Converta o arquivo para mp3 ou wav antes.`,
    AUDIO_PART_TOO_SHORT: 'Esta parte do arquivo tem menos de 1 segundo, curta demais para ser lida sozinha.',
    AUDIO_PART_TOO_MANY: 'O arquivo continua, mas tem partes demais. Divida-o e anexe os arquivos.',

    VOICE_MODEL_REJECTED: ({ detail }) =>
      detail === undefined
        ? 'O serviço de voz rejeitou este pedido. Tente de novo em um minuto. Se continuar acontecendo, avise o operador do bot.'
        : `O serviço de voz rejeitou este pedido. Ele diz: “${detail}”.`,
    VOICE_MODEL_FORBIDDEN: ({ detail }) =>
      detail === undefined
        ? 'A minha conta no serviço de voz não tem permissão para fazer isso. Peça ao operador do bot para verificar a conta.'
        : `A minha conta no serviço de voz não tem permissão para fazer isso. O serviço diz: “${detail}”. Peça ao operador do bot para verificar a conta.`,

    STORE_UNAVAILABLE:
      'Não consigo acessar o meu banco de dados, por isso nada foi alterado. Tente de novo em um minuto. Se continuar acontecendo, avise o operador do bot.',
    STORE_FAILED: 'O meu banco de dados rejeitou isso. Peça ao operador do bot para olhar o log.',

    ATTACHMENT_FOREIGN: 'Só aceito arquivos do Discord. Envie este aqui.',
    ATTACHMENT_EXPIRED: 'O Discord não tem mais este arquivo: ele foi excluído ou o link expirou. Envie de novo.',
    ATTACHMENT_TOO_LARGE: 'Este arquivo é grande demais para mim. Tente um menor.',
    ATTACHMENT_BROKE_OFF: 'O download deste arquivo do Discord foi interrompido. Tente de novo daqui a pouco.',
    ATTACHMENT_REFUSED:
      'O Discord não me deixa baixar este arquivo. Envie de novo. Se não adiantar, avise o operador do bot.',

    FILES_BUSY: 'Já estou transcrevendo todas as gravações que consigo. Tente de novo quando algumas terminarem.',
    FILES_TOO_LARGE: 'Este arquivo é maior do que consigo aceitar. Tente um menor.',
    FILES_TOO_LONG: 'Esta gravação é mais longa do que consigo aceitar. Corte-a e anexe as partes.',
    FILES_DISK_FULL:
      'Não tenho espaço para este arquivo enquanto processo outros. Tente de novo daqui a alguns minutos.',
    FILES_DISK_FAILED:
      'Não consigo guardar este arquivo enquanto o processo. Peça ao operador do bot para olhar o log.',
    FILES_PIECE_FAILED: 'Não consigo dividir esta gravação. Ela pode estar danificada: exporte ou grave de novo.',
    FILES_REFUSED: ({ detail }) =>
      detail === undefined
        ? 'O serviço de voz não aceita esta gravação.'
        : `O serviço de voz não aceita esta gravação. Ele diz: “${detail}”.`,

    VOICE_THREAD_LOST: 'A minha conexão de voz caiu e está sendo reiniciada. Tente de novo daqui a pouco.',
    VOICE_CLOSED: RESTARTING,
    VOICE_NO_AUDIO: 'O serviço de voz não gerou nenhum som com este texto. Tente outras palavras.',
    VOICE_TOO_MUCH_AUDIO:
      'O serviço de voz enviou muito mais áudio do que este texto pede. Tente de novo daqui a pouco.',

    DISCORD_ANSWER_TOO_LARGE: 'A minha resposta tem um arquivo grande demais para o Discord aqui. Peça menos.',
  },

  unexpected: ({ reference }) =>
    `Algo deu errado por aqui. Se acontecer de novo, passe esta referência ao operador do bot: \`${reference}\`.`,

  withRequestId: ({ message, requestId }) => `${message} Referência do serviço: \`${requestId}\`.`,

  readableFormats,
};
