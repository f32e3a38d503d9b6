import { createFormat } from '../format.ts';
import type { Messages } from '../messages.ts';
import { command } from './names.ts';

const format = createFormat('pt');

const optOut = command('privacy opt-out');
const erase = command('privacy erase');

/** Brazilian Portuguese: what is stored about a person. */
export const privacyMessages: Messages['privacy'] = {
  command: {
    description: 'Recusa as legendas e mostra ou exclui os seus dados',
    show: 'Mostra o que guardo sobre você',
    optOut: 'Recusa as legendas do que você diz, em todos os servidores',
    optIn: 'Aceita as legendas do que você diz, em todos os servidores',
    erase: 'Exclui o que guardo sobre você',
  },
  buttons: {
    erase: 'Excluir',
    eraseWithMessages: 'Excluir também as mensagens',
    eraseOnly: 'Excluir e deixar as mensagens',
    keep: 'Manter',
    optInEverywhere: 'Aceitar em todos os servidores',
    optInOnlyHere: 'Só neste servidor',
  },

  optedOut: `Você recusou as legendas: o que você diz não vai ser legendado em nenhum servidor. Use ${erase} para excluir as suas legendas guardadas.`,
  optedIn: `Você aceitou as legendas em todos os servidores: o que você diz é legendado onde elas estiverem ativas. Se mudar de ideia, use ${optOut}.`,
  optedInHere: {
    'opted-out': `Você aceitou as legendas só neste servidor e recusou em todos os outros. Use ${optOut} para recusar aqui também.`,
    undecided: `Você aceitou as legendas só neste servidor. Nos outros, valem as configurações de cada um. Use ${optOut} para recusar em todos.`,
  },

  items: {
    captions: ({ count }) => format.plural(count, { one: '# legenda', many: '# de legendas', other: '# legendas' }),
    messages: ({ count }) =>
      format.plural(count, {
        one: '# mensagem de legenda',
        many: '# de mensagens de legenda',
        other: '# mensagens de legenda',
      }),
    recordings: ({ count }) =>
      format.plural(count, {
        one: '# gravação pendente',
        many: '# de gravações pendentes',
        other: '# gravações pendentes',
      }),
    voices: ({ count }) => format.plural(count, { one: '# voz', many: '# de vozes', other: '# vozes' }),
    confirmations: ({ count }) =>
      format.plural(count, {
        one: '# confirmação de direitos',
        many: '# de confirmações de direitos',
        other: '# confirmações de direitos',
      }),
    choices: ({ count }) =>
      format.plural(count, { one: '# escolha de voz', many: '# de escolhas de voz', other: '# escolhas de voz' }),
    queuedTexts: ({ count }) =>
      format.plural(count, { one: '# texto em uma fila', many: '# de textos em filas', other: '# textos em filas' }),
    nicknames: ({ count }) =>
      format.plural(count, { one: '# nome falado', many: '# de nomes falados', other: '# nomes falados' }),
    identities: ({ count }) =>
      format.plural(count, { one: '# nome de proxy', many: '# de nomes de proxies', other: '# nomes de proxies' }),
    pronunciations: ({ count }) =>
      format.plural(count, { one: '# pronúncia', many: '# de pronúncias', other: '# pronúncias' }),
    serverPronunciations: ({ count }) =>
      format.plural(count, {
        one: 'o seu nome em # pronúncia de um servidor',
        many: 'o seu nome em # de pronúncias de servidores',
        other: 'o seu nome em # pronúncias de servidores',
      }),
    autoCaptions: ({ count }) =>
      format.plural(count, {
        one: 'o seu nome nas legendas automáticas de # canal de voz',
        many: 'o seu nome nas legendas automáticas de # de canais de voz',
        other: 'o seu nome nas legendas automáticas de # canais de voz',
      }),
    voicesWithConfirmations: ({ voices, confirmations }) => {
      const their = format.plural(confirmations, {
        one: 'a confirmação de direitos',
        many: 'as # de confirmações de direitos',
        other: 'as # confirmações de direitos',
      });
      return format.plural(voices, {
        one: `# voz com ${their} dela`,
        many: `# de vozes com ${their} delas`,
        other: `# vozes com ${their} delas`,
      });
    },
  },

  decision: {
    optedIn: ({ at }) => `Em ${at}, você aceitou as legendas em todos os servidores.`,
    optedOut: ({ at }) => `Em ${at}, você recusou as legendas: o que você diz não é legendado em nenhum servidor.`,
    optedOutExcept: ({ at, servers }) =>
      `Em ${at}, você recusou as legendas em todos os servidores, menos em ${format.list(servers)}, onde aceitou.`,
    optedInOnly: ({ servers }) =>
      `Você só aceitou as legendas em ${format.list(servers)}. Nos outros servidores, o que você diz é legendado, a não ser que o servidor só legende quem aceita.`,
    undecided:
      'Você não aceitou nem recusou as legendas: o que você diz é legendado, a não ser que o servidor só legende quem aceita.',
  },
  servers: {
    unnamed: ({ count }) => format.plural(count, { one: '# servidor', many: '# de servidores', other: '# servidores' }),
    others: ({ count }) =>
      format.plural(count, { one: 'mais # servidor', many: 'mais # de servidores', other: 'mais # servidores' }),
  },

  stored: {
    noCaptions: 'Não guardo nenhuma legenda sua.',
    captions: ({ count, oldest }) =>
      format.plural(
        count,
        {
          one: 'Guardo # legenda sua, de {oldest}.',
          many: 'Guardo # de legendas suas; a mais antiga é de {oldest}.',
          other: 'Guardo # legendas suas; a mais antiga é de {oldest}.',
        },
        { oldest },
      ),
    recordings: ({ count }) =>
      format.plural(count, {
        one: 'Falta transcrever # gravação da sua fala.',
        many: 'Falta transcrever # de gravações da sua fala.',
        other: 'Falta transcrever # gravações da sua fala.',
      }),
    messages: ({ count }) =>
      format.plural(count, {
        one: '# mensagem no Discord mostra legendas suas.',
        many: '# de mensagens no Discord mostram legendas suas.',
        other: '# mensagens no Discord mostram legendas suas.',
      }),
    autoCaptions: ({ count }) =>
      format.plural(count, {
        one: 'Você configurou as legendas automáticas de # canal de voz.',
        many: 'Você configurou as legendas automáticas de # de canais de voz.',
        other: 'Você configurou as legendas automáticas de # canais de voz.',
      }),
    noVoices: 'Você não tem vozes.',
    voices: ({ count }) =>
      format.plural(count, { one: 'Você criou # voz.', many: 'Você criou # de vozes.', other: 'Você criou # vozes.' }),
    confirmations: ({ count }) =>
      format.plural(count, {
        one: 'Guardo # confirmação de direitos.',
        many: 'Guardo # de confirmações de direitos.',
        other: 'Guardo # confirmações de direitos.',
      }),
    choices: ({ count }) =>
      format.plural(count, {
        one: 'Guardo # escolha de voz.',
        many: 'Guardo # de escolhas de voz.',
        other: 'Guardo # escolhas de voz.',
      }),
    pronunciations: ({ count }) =>
      format.plural(count, {
        one: 'Você tem # pronúncia.',
        many: 'Você tem # de pronúncias.',
        other: 'Você tem # pronúncias.',
      }),
    serverPronunciations: ({ count }) =>
      format.plural(count, {
        one: 'Você adicionou # pronúncia a um servidor.',
        many: 'Você adicionou # de pronúncias a servidores.',
        other: 'Você adicionou # pronúncias a servidores.',
      }),
    usage: `${command('usage')} mostra o que você usou hoje.`,
    queuedTexts: ({ count }) =>
      format.plural(count, {
        one: 'Você tem # texto na fila.',
        many: 'Você tem # de textos na fila.',
        other: 'Você tem # textos na fila.',
      }),
    nicknames: ({ count }) =>
      format.plural(count, {
        one: 'Você escolheu um nome para a leitura das suas mensagens em # servidor.',
        many: 'Você escolheu um nome para a leitura das suas mensagens em # de servidores.',
        other: 'Você escolheu um nome para a leitura das suas mensagens em # servidores.',
      }),
    identities: ({ count }) =>
      format.plural(count, {
        one: 'O PluralKit ou o Tupperbox posta por você com # nome que eu conheço.',
        many: 'O PluralKit ou o Tupperbox posta por você com # de nomes que eu conheço.',
        other: 'O PluralKit ou o Tupperbox posta por você com # nomes que eu conheço.',
      }),
    mutes: ({ count }) =>
      format.plural(count, {
        one: 'Por escolha sua, não leio as suas mensagens em voz alta em # servidor.',
        many: 'Por escolha sua, não leio as suas mensagens em voz alta em # de servidores.',
        other: 'Por escolha sua, não leio as suas mensagens em voz alta em # servidores.',
      }),
    change: ({ commands }) => `Para mudar isso, use ${format.alternatives(commands)}.`,
  },

  eraseQuestion: {
    ask: ({ items }) => `Excluir estes dados seus: ${format.list(items)}?`,
    captions: 'As suas legendas saem das transcrições de todos os servidores.',
    voices: ({ count }) =>
      format.plural(count, {
        one: 'Quem usa essa voz fica sem ela.',
        many: 'Quem usa essas vozes fica sem elas.',
        other: 'Quem usa essas vozes fica sem elas.',
      }),
    serverPronunciations: 'As pronúncias que você adicionou a servidores ficam, sem o seu nome.',
    messages: ({ count }) =>
      format.plural(count, {
        one: '# mensagem no Discord mostra legendas suas: também posso excluí-la.',
        many: '# de mensagens no Discord mostram legendas suas: também posso excluí-las.',
        other: '# mensagens no Discord mostram legendas suas: também posso excluí-las.',
      }),
    final: 'Não dá para desfazer.',
  },
  nothingToErase: 'Não guardo nada seu para excluir.',
  kept: 'Nada foi excluído.',

  erased: {
    nothing: 'Nada foi excluído.',
    items: ({ items }) => `Excluí estes dados seus: ${format.list(items)}.`,
    voicesLeft: ({ count }) =>
      format.plural(count, {
        one: `O serviço de voz não conseguiu excluir # voz. Use ${erase} de novo em alguns minutos.`,
        many: `O serviço de voz não conseguiu excluir # de vozes. Use ${erase} de novo em alguns minutos.`,
        other: `O serviço de voz não conseguiu excluir # vozes. Use ${erase} de novo em alguns minutos.`,
      }),
    decision: {
      'opted-in': 'Guardo a sua aceitação para poder respeitá-la.',
      'opted-out': 'Guardo a sua recusa para poder respeitá-la.',
      both: 'Guardo a sua recusa e as suas aceitações para poder respeitá-las.',
    },
    mutes: 'Continuo sem ler as suas mensagens em voz alta, como você escolheu.',
    files: 'Não posso excluir arquivos de transcrição que já foram postados ou baixados.',
  },
  erasedMessages: {
    kept: ({ count }) =>
      format.plural(count, {
        one: `# mensagem de legenda continua no Discord. Use ${erase} de novo para excluí-la.`,
        many: `# de mensagens de legenda continuam no Discord. Use ${erase} de novo para excluí-las.`,
        other: `# mensagens de legenda continuam no Discord. Use ${erase} de novo para excluí-las.`,
      }),
    underWay: ({ count }) =>
      format.plural(count, {
        one: 'Estou excluindo # mensagem de legenda no Discord. Aviso quando terminar.',
        many: 'Estou excluindo # de mensagens de legenda no Discord. Aviso quando terminar.',
        other: 'Estou excluindo # mensagens de legenda no Discord. Aviso quando terminar.',
      }),
    deleted: ({ count }) =>
      format.plural(count, {
        one: 'Excluí # mensagem de legenda no Discord.',
        many: 'Excluí # de mensagens de legenda no Discord.',
        other: 'Excluí # mensagens de legenda no Discord.',
      }),
    nothing: 'Não havia mais mensagens de legenda para excluir.',
    refused: ({ count }) =>
      format.plural(count, {
        one: '# mensagem de legenda está fora do meu alcance: saí do servidor ou não posso usar o canal dela.',
        many: '# de mensagens de legenda estão fora do meu alcance: saí dos servidores ou não posso usar os canais delas.',
        other:
          '# mensagens de legenda estão fora do meu alcance: saí dos servidores ou não posso usar os canais delas.',
      }),
    remaining: ({ count }) =>
      format.plural(count, {
        one: 'O Discord não respondeu sobre # mensagem de legenda. Vou continuar tentando.',
        many: 'O Discord não respondeu sobre # de mensagens de legenda. Vou continuar tentando.',
        other: 'O Discord não respondeu sobre # mensagens de legenda. Vou continuar tentando.',
      }),
  },
};
