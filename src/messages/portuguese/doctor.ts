import { channelMention, inlineCode, TimestampStyles, time, userMention } from '@discordjs/formatters';
import { createFormat } from '../format.ts';
import type { Messages } from '../messages.ts';
import { command } from './names.ts';

const format = createFormat('pt');

const MAX_NAMED = 10;

const ago = (atMs: number): string => time(Math.floor(atMs / 1_000), TimestampStyles.RelativeTime);

function named(userIds: readonly string[]): string {
  const mentions = userIds.slice(0, MAX_NAMED).map((id) => userMention(id));
  const rest = userIds.length - mentions.length;
  const others = format.plural(rest, { one: 'mais # pessoa', many: 'mais # de pessoas', other: 'mais # pessoas' });
  return format.list(rest > 0 ? [...mentions, others] : mentions);
}

const KINDS = { characters: 'fala', captions: 'legendas', transcription: 'transcrição' } as const;
const OWNERS = {
  person: 'Seu limite diário',
  member: 'Seu limite diário',
  guild: 'O limite diário deste servidor',
  account: 'O limite diário do bot',
} as const;

/** Portuguese: `/doctor`. */
export const doctorMessages: Messages['doctor'] = {
  command: { description: 'Descubra por que não falo ou não escuto aqui e o que fazer' },

  allWell: 'Tudo funciona aqui.',
  noProblems: 'Nenhum problema encontrado.',
  again: 'Verificar de novo',
  checked: ({ atMs }) => `Verificado ${ago(atMs)}.`,

  groups: {
    here: 'Aqui',
    voice: 'Voz',
    captions: 'Legendas',
    speech: 'Serviço de voz',
    server: 'Limites deste servidor',
    machine: 'Máquina',
  },

  findings: {
    mayPost: 'Posso escrever aqui.',
    cannotPost: ({ channelId, permissions }) =>
      `Não consigo escrever em ${channelMention(channelId)}, então faltam as legendas e os avisos. Me dê permissão para ${format.list(permissions)} lá.`,
    missingExtras: ({ channelId, permissions }) =>
      `Legendas com nome e foto e arquivos anexados precisam de mais em ${channelMention(channelId)}: me dê permissão para ${format.list(permissions)} lá.`,
    youAreNotInVoice:
      'Você não está em nenhum canal de voz. Entre em um e verifique de novo, para eu examinar ele também.',
    mayJoin: ({ channelId }) => `Posso entrar em ${channelMention(channelId)} e falar lá.`,
    mayJoinStage: ({ channelId }) => `Posso entrar no palco ${channelMention(channelId)}.`,
    cannotJoin: ({ channelId, permissions }) =>
      `Não consigo entrar em ${channelMention(channelId)} e falar lá. Me dê permissão para ${format.list(permissions)} lá.`,
    channelFull: ({ channelId, userLimit }) =>
      `${channelMention(channelId)} está cheio (no máximo ${format.number(userLimit)}). Abra espaço, aumente o limite ou me dê permissão para Mover membros.`,
    speakingForRoles:
      'Neste servidor, só alguns cargos podem me fazer falar. Peça um deles a quem gerencia o servidor.',
    captionsForRoles:
      'Neste servidor, só alguns cargos podem iniciar legendas. Peça um deles a quem gerencia o servidor.',
    cannotReadChat:
      'Não consigo ler o chat em voz alta, porque o Discord não me envia as mensagens. O operador do bot precisa ativar o Message Content Intent e me reiniciar.',
    readsChat: 'Recebo as mensagens que leio em voz alta.',

    discordAway: 'Minha conexão com o Discord caiu. Ela volta sozinha; verifique de novo em um minuto.',
    discordSlow: ({ pingMs }) =>
      `O Discord me responde devagar: ${format.number(pingMs)} ms. Comandos e entradas demoram mais que o normal.`,
    discordOk: ({ pingMs, sinceMs }) => `Conectado ao Discord ${ago(sinceMs)}, ${format.number(pingMs)} ms.`,
    voiceHangs:
      'A parte de mim que transporta a voz não responde. Ela reinicia sozinha em até um minuto; verifique de novo depois.',
    inNoChannel: `Não estou em nenhum canal de voz. Use ${command('say')} ou ${command('captions start')} quando estiver em um, e eu entro também.`,
    elsewhere: ({ channelId }) =>
      `Estou em ${channelMention(channelId)}, não no seu canal de voz. Venha para lá ou use ${command('join')} para me levar ao seu.`,
    elsewhereHidden: `Estou em um canal de voz que você não pode ver. Use ${command('join')} para me chamar.`,
    stranded: ({ channelId }) =>
      `O Discord me mostra em ${channelMention(channelId)}, mas não estou conectado. Use ${command('join')} para me conectar de novo.`,
    joining: ({ channelId }) => `Estou entrando em ${channelMention(channelId)}. Verifique de novo em alguns segundos.`,
    reconnecting: ({ channelId, sinceMs }) =>
      `Minha conexão com ${channelMention(channelId)} caiu ${ago(sinceMs)}, e estou restaurando. Se levar minutos, use ${command('leave')} e depois ${command('join')}.`,
    voicePastProxy:
      'Minha conexão de voz falha. Estou atrás de um proxy, que a voz não pode usar: o operador do bot precisa liberar a saída UDP para os servidores de voz do Discord, e o proxy deve aceitar todas as portas de discord.media.',
    connected: ({ channelId, sinceMs }) => `Conectado a ${channelMention(channelId)} ${ago(sinceMs)}.`,
    voicePing: ({ pingMs }) => `Servidor de voz: ${format.number(pingMs)} ms.`,
    botMuted: ({ channelId }) =>
      `Ninguém me ouve em ${channelMention(channelId)}: um moderador me silenciou. Clique em mim com o botão direito e desmarque Silenciar no servidor.`,
    botDeafened: ({ channelId }) =>
      `Não ouço ninguém em ${channelMention(channelId)}: um moderador me ensurdeceu. Clique em mim com o botão direito e desmarque Ensurdecer no servidor.`,
    inAudience: ({ channelId }) =>
      `Estou na plateia de ${channelMention(channelId)}: posso legendar, mas não falar. Um moderador do palco precisa me convidar; com ${command('join')} eu peço para falar.`,
    mayNotSpeak: ({ channelId }) =>
      `O Discord não me deixa falar em ${channelMention(channelId)}. Me dê permissão para Falar lá e depois use ${command('leave')} e ${command('join')}.`,
    paused: `A fala está pausada. Use ${command('resume')} para continuar.`,
    nobodyListens:
      'Um texto está esperando, porque não há ninguém no meu canal de voz para ouvir. Vou falar quando alguém entrar.',
    queue: ({ texts }) =>
      texts === 0
        ? 'A fila está vazia.'
        : format.plural(texts, { one: '# texto na fila.', many: '# de textos na fila.', other: '# textos na fila.' }),
    queueFull: ({ texts }) =>
      `A fila está cheia: ${format.plural(texts, { one: '# texto', many: '# de textos', other: '# textos' })}. Espere ou esvazie com ${command('stop')}.`,
    keysMissing: `A criptografia deste canal de voz ainda não está combinada, então ninguém me ouve. Se levar mais de um minuto, use ${command('leave')} e depois ${command('join')}.`,
    keysChanging: 'As chaves de criptografia estão mudando, porque alguém entrou ou saiu. Leva um instante.',
    encrypted: ({ version, epoch }) =>
      `Criptografia de ponta a ponta (DAVE ${format.number(version)}, época ${format.number(epoch)}).`,
    privacyCode: ({ code }) =>
      `Código de privacidade de voz: ${inlineCode(code)}. Ele deve ser igual ao que o Discord mostra para você.`,
    notEndToEnd: 'Sem criptografia de ponta a ponta: palcos nunca têm, só o caminho até os servidores do Discord.',
    traffic: ({ sent, received }) =>
      `Pacotes no último minuto: ${format.number(sent)} enviados, ${format.number(received)} recebidos.`,
    noLoss: 'Nenhum pacote perdido.',
    loss: ({ share }) =>
      `${format.percent(share)} do que foi dito no último minuto se perdeu no caminho até mim, então as legendas têm falhas. Se continuar, tente outra região para o canal de voz.`,
    holes: ({ holes, ms }) =>
      `${format.plural(holes, { one: 'Minha fala teve # falha', many: 'Minha fala teve # de falhas', other: 'Minha fala teve # falhas' })} no último minuto (${format.number(ms)} ms): o serviço de voz envia o som devagar demais.`,
    undecryptable: ({ userIds }) =>
      `Não consigo decifrar o que ${named(userIds)} dizem. É preciso sair do canal de voz e entrar de novo.`,
    unknownSpeakers:
      'O Discord não me disse quem está falando, então falta a fala de alguém. A pessoa deve parar um instante ou entrar de novo.',

    captionsOff: `As legendas estão desativadas. ${command('captions start')} ativa.`,
    captionsOn: ({ channelId }) => `As legendas aparecem em ${channelMention(channelId)}.`,
    captionDelay: ({ delayMs }) => `O texto segue a fala após ${format.number(delayMs / 1_000, 1)} s.`,
    captionsSlow: ({ delayMs }) =>
      `As legendas atrasam: o texto segue a fala após ${format.number(delayMs / 1_000, 1)} s. O serviço de voz está lento.`,
    clipsWaiting: ({ clips }) =>
      `${format.plural(clips, { one: '# gravação espera', many: '# de gravações esperam', other: '# gravações esperam' })} o serviço de voz. As legendas chegam tarde, e nada se perde.`,
    youOptedOut: `Você recusou, então não legendo você. ${command('privacy opt-in')} muda isso.`,
    youHaveNotOptedIn: `Este servidor só legenda quem aceita, e você não aceitou. ${command('privacy opt-in')} muda isso.`,
    youAreMuted: 'Um moderador silenciou você, então não ouço você. Peça para desmarcar Silenciar no servidor.',
    youMutedYourself: 'Seu microfone está silenciado no Discord.',
    youMayNotSpeak: 'Você não pode falar neste canal, então não ouço você. Em um palco, peça para falar.',
    unheardByChoice: ({ people }) =>
      format.plural(people, {
        one: '# pessoa aqui escolheu não ser legendada.',
        many: '# de pessoas aqui escolheram não ser legendadas.',
        other: '# pessoas aqui escolheram não ser legendadas.',
      }),
    optedOut: ({ userIds }) => `Recusaram e não são legendados: ${named(userIds)}.`,
    notOptedIn: ({ userIds }) =>
      `Só são legendados depois de aceitar com ${command('privacy opt-in')}: ${named(userIds)}.`,
    mutedByServer: ({ userIds }) => `Silenciados por um moderador, então não ouço: ${named(userIds)}.`,
    notSpeakers: ({ userIds }) => `Na plateia ou sem a permissão Falar, então não ouço: ${named(userIds)}.`,
    botsUnheard: ({ userIds }) =>
      `Bots não são legendados: ${named(userIds)}. Quem gerencia o servidor pode mudar isso em ${command('settings')}.`,

    speechOk: ({ ms }) => `Ele responde (${format.number(ms)} ms) e aceita a chave.`,
    keyRejected:
      'O serviço de voz recusa minha chave, então não consigo falar nem legendar. O operador do bot precisa verificar `SPEECH_API_KEY`.',
    outOfCredits: ({ freeModel }) =>
      format.sentences([
        'A conta no serviço de voz está sem créditos de API, então não consigo falar nem legendar. O operador do bot precisa adicionar créditos; eles são separados dos créditos da plataforma do próprio serviço de voz.',
        ...(freeModel === undefined
          ? []
          : [`Com ${inlineCode(`SPEECH_MODEL=${freeModel}`)}, consigo falar sem créditos.`]),
      ]),
    creditForCaptions: ({ model }) =>
      `Falar com ${inlineCode(model)} é de graça, mas as legendas e o ${command('transcribe')} precisam de créditos de API, e a conta não tem nenhum. O operador do bot pode adicionar; eles são separados dos créditos da plataforma do próprio serviço de voz.`,
    speechBusy: 'O serviço de voz recusa pedidos, porque são muitos. Tente de novo em um minuto.',
    speechDown:
      'O serviço de voz está com problemas agora: os textos falham e as legendas chegam mais tarde. Tente de novo em um minuto.',
    speechFailedLately: 'O serviço de voz teve problemas com o último texto daqui. Tente de novo.',
    speechAway:
      'O serviço de voz não responde, então não consigo falar nem legendar. Continuo tentando; se durar, o operador do bot precisa verificar a rede e `SPEECH_API_URL`.',
    speechOdd:
      'O serviço de voz não responde como esperado. O operador do bot precisa verificar `SPEECH_API_URL` e os logs.',
    speechFull:
      'Há tantos pedidos em andamento no serviço de voz quanto é permitido, então textos e legendas esperam a vez. Isso passa sozinho.',
    liveDown:
      'A conexão rápida com o serviço de voz falha, então a fala começa mais tarde que o normal. Continuo tentando.',
    credit: ({ credit }) => `Crédito: ${format.number(Number(credit), 2)}.`,
    requests: ({ underWay, limit, waiting }) =>
      `Pedidos: ${format.number(underWay)} de ${format.number(limit)} em andamento, ${format.number(waiting)} esperando.`,

    limitsOk: 'Nenhum limite diário está perto.',
    usedUp: ({ kind, whose, resetsAtMs }) =>
      `${OWNERS[whose]} de ${KINDS[kind]} acabou. Ele recomeça ${ago(resetsAtMs)}.`,
    turnedOff: ({ kind, whose }) =>
      `${OWNERS[whose]} de ${KINDS[kind]} é 0, o que desativa isso. Quem gerencia o servidor ou o operador do bot pode aumentar.`,
    nearlyUsedUp: ({ kind, whose, resetsAtMs, share }) =>
      `${OWNERS[whose]} de ${KINDS[kind]} já foi usado em ${format.percent(share)}. Ele recomeça ${ago(resetsAtMs)}.`,

    databaseAway:
      'Meu banco de dados não responde, então configurações, transcrições e novas legendas não funcionam. O operador do bot precisa verificar.',
    databaseOk: ({ ms }) => `O banco de dados responde (${format.number(ms)} ms).`,
    diskFull: 'Meu disco está quase cheio, então legendas podem se perder. O operador do bot precisa liberar espaço.',
    diskLow: 'Meu disco está enchendo. O operador do bot deveria liberar espaço.',
    diskUnknown: 'Não consigo ler meu disco. O operador do bot precisa verificar.',
    diskFree: ({ bytes }) => `${format.bytes(bytes)} de disco livres.`,
    behindProxy: 'Estou atrás de um proxy. A voz não pode usá-lo e vai direto, por UDP.',
    versions: ({ mynah, node }) => `Mynah ${mynah}, Node.js ${node}.`,
    machineOk: 'O banco de dados responde, e o disco tem espaço.',

    notChecked: ({ group }) => `Não consegui verificar isto a tempo: ${group}. Verifique de novo daqui a pouco.`,
  },
};
