/**
 * What each text takes: made of `locales/` by `npm run words`. A value is a number where a language chooses a plural by it or
 * writes it as one.
 */
export interface Texts {
  readonly budgets: {
    readonly parts: {
      readonly amount: (values: { readonly kind: string; readonly count: number }) => string;
      readonly amountShort: (values: { readonly kind: string; readonly count: number }) => string;
      readonly reset: (values: { readonly relative: string; readonly time: string }) => string;
    };
    readonly command: {
      readonly description: string;
    };
    readonly usedUp: {
      readonly turnedOff: (values: { readonly kind: string; readonly whose: string }) => string;
      readonly longerThanDay: (values: {
        readonly kind: string;
        readonly whose: string;
        readonly all: string;
      }) => string;
      readonly longerThanAccountRest: (values: { readonly kind: string; readonly reset: string }) => string;
      readonly account: (values: { readonly kind: string; readonly reset: string }) => string;
      readonly longerThanRest: (values: {
        readonly kind: string;
        readonly whose: string;
        readonly left: string;
        readonly all: string;
        readonly reset: string;
        readonly leftLong: string;
        readonly limit: string;
        readonly allShort: string;
        readonly leftShort: string;
      }) => string;
      readonly all: (values: { readonly whose: string; readonly all: string; readonly reset: string }) => string;
    };
    readonly mostUsed: (values: {
      readonly share: string;
      readonly all: string;
      readonly relative: string;
      readonly time: string;
      readonly usage: string;
    }) => string;
    readonly usage: {
      readonly mine: string;
      readonly guild: string;
      readonly line: {
        readonly label: (values: { readonly kind: string; readonly whose: string }) => string;
        readonly noLimit: (values: { readonly label: string; readonly usedShort: string }) => string;
        readonly turnedOff: (values: { readonly label: string; readonly kind: string }) => string;
        readonly used: (values: {
          readonly label: string;
          readonly bar: string;
          readonly used: string;
          readonly limitShort: string;
          readonly usedShort: string;
          readonly limit: string;
        }) => string;
      };
      readonly resets: (values: { readonly relative: string; readonly time: string }) => string;
    };
    readonly settings: {
      readonly placeholder: {
        readonly noLimit: string;
        readonly upTo: (values: { readonly max: string }) => string;
      };
      readonly invalid: (values: { readonly field: string }) => string;
      readonly tooHigh: (values: { readonly field: string; readonly max: string }) => string;
    };
  };
  readonly captions: {
    readonly parts: {
      readonly people: {
        readonly none: string;
        readonly all: (values: { readonly named: string; readonly joined: string }) => string;
        readonly some: (values: { readonly list: string; readonly joined: string; readonly hidden: number }) => string;
      };
      readonly place: {
        readonly sameTextChannel: string;
        readonly otherTextChannel: (values: { readonly textChannel: string }) => string;
      };
      readonly languageSentence: {
        readonly withoutLanguage: string;
        readonly withLanguage: (values: { readonly language: string }) => string;
      };
      readonly countCaptions: (values: { readonly lines: number }) => string;
      readonly itsChat: string;
      readonly more: (values: { readonly hidden: number }) => string;
    };
    readonly command: {
      readonly description: string;
      readonly start: {
        readonly description: string;
        readonly language: string;
        readonly interim: string;
      };
      readonly stop: {
        readonly description: string;
      };
      readonly status: {
        readonly description: string;
      };
      readonly export: {
        readonly description: string;
        readonly format: string;
      };
    };
    readonly buttons: {
      readonly optIn: string;
      readonly optOut: string;
      readonly optBackIn: string;
      readonly stop: string;
      readonly export: string;
      readonly inChat: string;
      readonly here: string;
      readonly confirm: string;
      readonly formats: {
        readonly txt: string;
        readonly srt: string;
        readonly vtt: string;
        readonly json: string;
      };
    };
    readonly channelStatus: string;
    readonly channelStatusWith: (values: { readonly status: string }) => string;
    readonly webhookName: string;
    readonly unnamedSpeaker: string;
    readonly late: string;
    readonly transcriptTitle: (values: { readonly channelName: string }) => string;
    readonly started: {
      readonly automatically: (values: { readonly voiceChannel: string; readonly language: string }) => string;
      readonly by: (values: {
        readonly voiceChannel: string;
        readonly startedBy: string;
        readonly language: string;
      }) => string;
      readonly postedInAutomatically: (values: {
        readonly voiceChannel: string;
        readonly postedIn: string;
        readonly language: string;
      }) => string;
      readonly postedInBy: (values: {
        readonly voiceChannel: string;
        readonly postedIn: string;
        readonly startedBy: string;
        readonly language: string;
      }) => string;
      readonly alsoReadBy: (values: { readonly voiceChannel: string; readonly confirmedBy: string }) => string;
      readonly optIn: (values: { readonly optIn: string }) => string;
      readonly optOut: (values: { readonly optOut: string }) => string;
      readonly retention: (values: { readonly retentionDays: number; readonly erase: string }) => string;
    };
    readonly joined: {
      readonly optIn: (values: { readonly optIn: string }) => string;
      readonly notOptIn: (values: { readonly optOut: string }) => string;
      readonly sameTextChannel: (values: {
        readonly users: string;
        readonly voiceChannel: string;
        readonly rule: string;
      }) => string;
      readonly otherTextChannel: (values: {
        readonly users: string;
        readonly voiceChannel: string;
        readonly textChannel: string;
        readonly rule: string;
      }) => string;
    };
    readonly noticeEnded: (values: { readonly voiceChannel: string }) => string;
    readonly chatNoticeMissing: {
      readonly noPermissions: (values: { readonly voiceChannel: string }) => string;
      readonly somePermissions: (values: {
        readonly voiceChannel: string;
        readonly list: string;
        readonly count: number;
      }) => string;
    };
    readonly status: {
      readonly pending: (values: { readonly pendingClips: number }) => string;
      readonly somePendingBytes: (values: { readonly pending: string; readonly pendingBytes: string }) => string;
      readonly liveTextOn: string;
      readonly notLiveTextOn: string;
      readonly withoutStartedBy: (values: {
        readonly voiceChannel: string;
        readonly place: string;
        readonly since: string;
        readonly shownIn: string;
      }) => string;
      readonly withStartedBy: (values: {
        readonly voiceChannel: string;
        readonly place: string;
        readonly since: string;
        readonly startedBy: string;
        readonly shownIn: string;
      }) => string;
      readonly both: (values: { readonly first: string; readonly second: string }) => string;
      readonly delay: (values: { readonly delay: string }) => string;
      readonly lost: (values: { readonly lossShare: string }) => string;
      readonly notCaptioned: (values: { readonly notCaptioned: string }) => string;
      readonly onlyOptedIn: string;
      readonly captioned: (values: { readonly captioned: string }) => string;
    };
    readonly stopped: {
      readonly noLines: (values: { readonly voiceChannel: string }) => string;
      readonly someLines: (values: { readonly voiceChannel: string; readonly lines: string }) => string;
    };
    readonly ended: {
      readonly stopped: (values: { readonly voiceChannel: string }) => string;
      readonly emptied: (values: { readonly voiceChannel: string }) => string;
      readonly voiceEnded: (values: { readonly voiceChannel: string }) => string;
      readonly moved: (values: { readonly voiceChannel: string; readonly start: string }) => string;
      readonly movedTo: (values: {
        readonly voiceChannel: string;
        readonly movedTo: string;
        readonly start: string;
      }) => string;
      readonly budget: (values: { readonly voiceChannel: string }) => string;
      readonly closedStartsAgain: (values: { readonly voiceChannel: string }) => string;
      readonly closed: (values: { readonly voiceChannel: string; readonly start: string }) => string;
      readonly cannotPost: (values: {
        readonly voiceChannel: string;
        readonly textChannel: string;
        readonly start: string;
      }) => string;
      readonly audienceWidened: (values: {
        readonly voiceChannel: string;
        readonly textChannel: string;
        readonly start: string;
      }) => string;
      readonly interruptedStartsAgain: (values: { readonly voiceChannel: string }) => string;
      readonly interrupted: (values: { readonly voiceChannel: string; readonly start: string }) => string;
    };
    readonly endedTranscript: {
      readonly attached: string;
      readonly export: (values: { readonly exportCommand: string }) => string;
      readonly nothing: string;
      readonly pending: (values: { readonly exportCommand: string }) => string;
    };
    readonly chooseFormat: (values: { readonly voiceChannel: string }) => string;
    readonly exported: {
      readonly running: (values: { readonly voiceChannel: string; readonly lines: string }) => string;
      readonly notRunning: (values: { readonly voiceChannel: string; readonly lines: string }) => string;
    };
    readonly refusals: {
      readonly alreadyOn: (values: {
        readonly voiceChannel: string;
        readonly place: string;
        readonly stop: string;
      }) => string;
      readonly off: (values: { readonly start: string }) => string;
      readonly alreadyEnded: (values: { readonly stop: string }) => string;
      readonly oldStopButton: (values: { readonly stop: string }) => string;
      readonly notForYou: (values: { readonly voiceChannel: string }) => string;
      readonly joinFirst: (values: { readonly start: string }) => string;
      readonly channelHidden: string;
      readonly permissionsMissing: (values: { readonly list: string; readonly count: number }) => string;
      readonly mayNotStop: {
        readonly withoutStartedBy: (values: { readonly voiceChannel: string }) => string;
        readonly withStartedBy: (values: { readonly startedBy: string; readonly voiceChannel: string }) => string;
      };
      readonly noTranscript: (values: { readonly start: string }) => string;
      readonly transcriptDeleted: string;
      readonly transcriptHidden: string;
      readonly transcriptOfHiddenVoice: string;
      readonly statusHidden: string;
      readonly notInThread: string;
      readonly accessUnknown: string;
      readonly nothingCaptioned: string;
      readonly fileTooLarge: string;
    };
    readonly notices: {
      readonly outage: {
        readonly key: string;
        readonly SPEECH_OUT_OF_CREDITS: string;
        readonly SPEECH_RATE_LIMITED: string;
        readonly sentence: (values: { readonly reasons: string }) => string;
        readonly noAnswer: string;
      };
      readonly lost: (values: { readonly duration: string }) => string;
      readonly refused: (values: {
        readonly clips: number;
        readonly people: string;
        readonly reason: string;
      }) => string;
      readonly webhooksMissing: string;
    };
    readonly auto: {
      readonly parts: {
        readonly entry: {
          readonly threaded: (values: { readonly voice: string; readonly text: string }) => string;
          readonly notThreaded: (values: { readonly voice: string; readonly text: string }) => string;
          readonly withoutLanguage: (values: { readonly where: string }) => string;
          readonly withLanguage: (values: { readonly where: string; readonly language: string }) => string;
        };
      };
      readonly command: {
        readonly description: string;
        readonly voiceChannel: string;
        readonly mode: string;
        readonly modes: {
          readonly on: string;
          readonly off: string;
        };
        readonly thread: string;
        readonly language: string;
      };
      readonly on: {
        readonly threaded: (values: { readonly voice: string; readonly text: string }) => string;
        readonly notThreaded: (values: { readonly voice: string; readonly text: string }) => string;
        readonly fromNowThreaded: (values: { readonly voice: string; readonly text: string }) => string;
        readonly fromNow: (values: { readonly voice: string; readonly text: string }) => string;
      };
      readonly off: {
        readonly running: (values: { readonly voiceChannel: string; readonly stop: string }) => string;
        readonly notRunning: (values: { readonly voiceChannel: string }) => string;
      };
      readonly confirm: (values: { readonly textChannel: string; readonly voiceChannel: string }) => string;
      readonly list: {
        readonly heading: string;
        readonly more: (values: { readonly hidden: number }) => string;
      };
      readonly threadName: (values: { readonly name: string; readonly date: string }) => string;
      readonly refusals: {
        readonly mayNotManage: (values: { readonly voiceChannel: string }) => string;
        readonly mayNotPost: string;
        readonly notSetUp: (values: { readonly voiceChannel: string }) => string;
        readonly tooMany: (values: { readonly limit: number }) => string;
        readonly noThreadsHere: (values: { readonly auto: string; readonly thread: string }) => string;
        readonly outdated: (values: { readonly auto: string }) => string;
      };
      readonly notStarted: {
        readonly widerAudience: (values: {
          readonly voiceChannel: string;
          readonly textChannel: string;
          readonly auto: string;
        }) => string;
        readonly missingPermissions: {
          readonly noPermissions: (values: {
            readonly voiceChannel: string;
            readonly textChannel: string;
            readonly auto: string;
          }) => string;
          readonly somePermissions: (values: {
            readonly voiceChannel: string;
            readonly list: string;
            readonly textChannel: string;
            readonly count: number;
          }) => string;
        };
        readonly because: (values: { readonly voiceChannel: string; readonly reason: string }) => string;
      };
    };
    readonly audience: {
      readonly choose: {
        readonly confirm: string;
        readonly notConfirm: (values: { readonly voiceChannel: string }) => string;
        readonly question: (values: {
          readonly textChannel: string;
          readonly voiceChannel: string;
          readonly here: string;
        }) => string;
      };
      readonly asked: string;
      readonly confirm: (values: {
        readonly startedBy: string;
        readonly voiceChannel: string;
        readonly expiresAt: string;
      }) => string;
      readonly confirmed: (values: { readonly confirmedBy: string; readonly voiceChannel: string }) => string;
      readonly overtaken: (values: { readonly startedBy: string; readonly voiceChannel: string }) => string;
      readonly hereConfirmed: (values: { readonly voiceChannel: string }) => string;
      readonly inChat: (values: { readonly voiceChannel: string }) => string;
      readonly mayNotConfirm: (values: { readonly voiceChannel: string }) => string;
      readonly startedByLeft: (values: {
        readonly startedBy: string;
        readonly voiceChannel: string;
        readonly start: string;
      }) => string;
      readonly outdated: (values: { readonly start: string }) => string;
      readonly chatClosed: {
        readonly noPermissions: (values: { readonly voiceChannel: string }) => string;
        readonly somePermissions: (values: {
          readonly voiceChannel: string;
          readonly list: string;
          readonly count: number;
        }) => string;
      };
    };
    readonly overlay: {
      readonly parts: {
        readonly countViewers: (values: { readonly viewers: number }) => string;
      };
      readonly command: {
        readonly description: string;
      };
      readonly buttons: {
        readonly open: string;
        readonly revoke: string;
        readonly revokeAll: string;
        readonly links: string;
      };
      readonly created: {
        readonly page: (values: { readonly voiceChannel: string }) => string;
        readonly obs: string;
        readonly warning: string;
      };
      readonly others: (values: { readonly links: number }) => string;
      readonly notice: {
        readonly withoutCreatedBy: (values: { readonly voiceChannel: string }) => string;
        readonly withCreatedBy: (values: { readonly createdBy: string; readonly voiceChannel: string }) => string;
        readonly sentence: (values: { readonly made: string; readonly optOut: string }) => string;
      };
      readonly shared: string;
      readonly list: {
        readonly heading: string;
        readonly withCreatedBy: (values: { readonly createdBy: string }) => string;
        readonly entry: (values: {
          readonly index: string;
          readonly maker: string;
          readonly when: string;
          readonly viewers: string;
        }) => string;
      };
      readonly choice: (values: { readonly number: number }) => string;
      readonly choose: string;
      readonly noLinks: (values: { readonly overlay: string }) => string;
      readonly revoked: (values: { readonly links: number }) => string;
      readonly status: (values: { readonly links: number; readonly viewers: string }) => string;
      readonly refusals: {
        readonly noPublicUrl: string;
        readonly mayNotShare: {
          readonly withoutStartedBy: (values: { readonly voiceChannel: string }) => string;
          readonly withStartedBy: (values: { readonly startedBy: string; readonly voiceChannel: string }) => string;
        };
        readonly hidden: string;
        readonly hiddenVoice: string;
        readonly tooMany: (values: { readonly limit: number; readonly overlay: string }) => string;
        readonly noNotice: (values: { readonly textChannel: string; readonly overlay: string }) => string;
        readonly alreadyEnded: string;
      };
    };
  };
  readonly doctor: {
    readonly parts: {
      readonly named: (values: { readonly rest: number }) => string;
      readonly kinds: {
        readonly characters: string;
        readonly captions: string;
        readonly transcription: string;
      };
      readonly owners: {
        readonly person: string;
        readonly member: string;
        readonly guild: string;
        readonly account: string;
      };
    };
    readonly command: {
      readonly description: string;
    };
    readonly allWell: string;
    readonly noProblems: string;
    readonly again: string;
    readonly checked: (values: { readonly at: string }) => string;
    readonly groups: {
      readonly here: string;
      readonly voice: string;
      readonly captions: string;
      readonly speech: string;
      readonly server: string;
      readonly machine: string;
    };
    readonly findings: {
      readonly mayPost: string;
      readonly cannotPost: (values: {
        readonly channel: string;
        readonly permissions: string;
        readonly count: number;
        readonly list: string;
      }) => string;
      readonly missingExtras: (values: {
        readonly channel: string;
        readonly permissions: string;
        readonly count: number;
        readonly list: string;
      }) => string;
      readonly youAreNotInVoice: string;
      readonly mayJoin: (values: { readonly channel: string }) => string;
      readonly mayJoinStage: (values: { readonly channel: string }) => string;
      readonly cannotJoin: (values: {
        readonly channel: string;
        readonly permissions: string;
        readonly count: number;
        readonly list: string;
      }) => string;
      readonly channelFull: (values: { readonly channel: string; readonly userLimit: number }) => string;
      readonly speakingForRoles: string;
      readonly captionsForRoles: string;
      readonly cannotReadChat: string;
      readonly readsChat: string;
      readonly discordAway: string;
      readonly discordSlow: (values: { readonly pingMs: number }) => string;
      readonly discordOk: (values: { readonly since: string; readonly pingMs: number }) => string;
      readonly voiceHangs: string;
      readonly inNoChannel: (values: { readonly say: string; readonly captionsStart: string }) => string;
      readonly elsewhere: (values: { readonly channel: string; readonly join: string }) => string;
      readonly elsewhereHidden: (values: { readonly join: string }) => string;
      readonly stranded: (values: { readonly channel: string; readonly join: string }) => string;
      readonly joining: (values: { readonly channel: string }) => string;
      readonly reconnecting: (values: {
        readonly channel: string;
        readonly since: string;
        readonly leave: string;
        readonly join: string;
      }) => string;
      readonly voicePastProxy: string;
      readonly connected: (values: { readonly channel: string; readonly since: string }) => string;
      readonly voicePing: (values: { readonly pingMs: number }) => string;
      readonly botMuted: (values: { readonly channel: string }) => string;
      readonly botDeafened: (values: { readonly channel: string }) => string;
      readonly inAudience: (values: { readonly channel: string; readonly join: string }) => string;
      readonly mayNotSpeak: (values: {
        readonly channel: string;
        readonly leave: string;
        readonly join: string;
      }) => string;
      readonly paused: (values: { readonly resume: string }) => string;
      readonly nobodyListens: string;
      readonly queue: {
        readonly noTexts: string;
        readonly someTexts: (values: { readonly texts: number }) => string;
      };
      readonly queueFull: (values: { readonly texts: number; readonly stop: string }) => string;
      readonly keysMissing: (values: { readonly leave: string; readonly join: string }) => string;
      readonly keysChanging: string;
      readonly encrypted: (values: { readonly version: number; readonly epoch: number }) => string;
      readonly privacyCode: (values: { readonly code: string }) => string;
      readonly notEndToEnd: string;
      readonly traffic: (values: { readonly sent: number; readonly received: number }) => string;
      readonly noLoss: string;
      readonly loss: (values: { readonly share: string }) => string;
      readonly holes: (values: { readonly holes: number; readonly ms: number }) => string;
      readonly undecryptable: (values: { readonly users: string }) => string;
      readonly unknownSpeakers: string;
      readonly captionsOff: (values: { readonly captionsStart: string }) => string;
      readonly captionsOn: (values: { readonly channel: string }) => string;
      readonly captionDelay: (values: { readonly delay: string }) => string;
      readonly captionsSlow: (values: { readonly delay: string }) => string;
      readonly clipsWaiting: (values: { readonly clips: number }) => string;
      readonly youOptedOut: (values: { readonly privacyOptIn: string }) => string;
      readonly youHaveNotOptedIn: (values: { readonly privacyOptIn: string }) => string;
      readonly youAreMuted: string;
      readonly youMutedYourself: string;
      readonly youMayNotSpeak: string;
      readonly unheardByChoice: (values: { readonly people: number }) => string;
      readonly optedOut: (values: { readonly users: string }) => string;
      readonly notOptedIn: (values: { readonly privacyOptIn: string; readonly users: string }) => string;
      readonly mutedByServer: (values: { readonly users: string }) => string;
      readonly notSpeakers: (values: { readonly users: string }) => string;
      readonly botsUnheard: (values: { readonly users: string; readonly settings: string }) => string;
      readonly speechOk: (values: { readonly ms: number }) => string;
      readonly keyRejected: string;
      readonly outOfCredits: {
        readonly topUp: string;
        readonly orFreeModel: (values: { readonly setting: string }) => string;
      };
      readonly creditForCaptions: (values: { readonly model: string; readonly transcribe: string }) => string;
      readonly speechBusy: string;
      readonly speechDown: string;
      readonly speechFailedLately: string;
      readonly speechAway: string;
      readonly speechOdd: string;
      readonly speechFull: string;
      readonly liveDown: string;
      readonly credit: (values: { readonly credit: string }) => string;
      readonly requests: (values: {
        readonly underWay: number;
        readonly limit: number;
        readonly waiting: number;
      }) => string;
      readonly limitsOk: string;
      readonly usedUp: (values: { readonly owner: string; readonly kind: string; readonly resetsAt: string }) => string;
      readonly turnedOff: (values: { readonly owner: string; readonly kind: string }) => string;
      readonly nearlyUsedUp: (values: {
        readonly share: string;
        readonly ownerWithin: string;
        readonly kind: string;
        readonly resetsAt: string;
        readonly owner: string;
      }) => string;
      readonly databaseAway: string;
      readonly databaseOk: (values: { readonly ms: number }) => string;
      readonly diskFull: string;
      readonly diskLow: string;
      readonly diskUnknown: string;
      readonly diskFree: (values: { readonly bytes: string }) => string;
      readonly behindProxy: string;
      readonly versions: (values: { readonly mynah: string; readonly node: string }) => string;
      readonly machineOk: string;
      readonly notChecked: (values: { readonly group: string }) => string;
    };
  };
  readonly errors: {
    readonly parts: {
      readonly readableFormats: (values: { readonly formats: string }) => string;
      readonly gaveUp: {
        readonly withoutDetail: string;
        readonly withDetail: (values: { readonly detail: string }) => string;
      };
      readonly limitMessages: {
        readonly textEmpty: string;
        readonly controlTokens: string;
        readonly recordingEmpty: string;
        readonly recordingTooLarge: string;
        readonly recordingTooShort: string;
        readonly recordingTooLong: string;
        readonly voiceRecordings: string;
        readonly voiceTranscripts: string;
        readonly voiceCover: string;
        readonly voiceTitle: string;
        readonly voiceId: string;
        readonly updateEmpty: string;
        readonly tagsAndCover: string;
        readonly pageSize: string;
        readonly pageNumber: string;
      };
      readonly recordingKinds: {
        readonly pngPicture: string;
        readonly jpegPicture: string;
        readonly gifPicture: string;
        readonly webpPicture: string;
        readonly bmpPicture: string;
        readonly oggOther: string;
        readonly wmaOrWmv: string;
        readonly wavAdpcm: string;
        readonly wavImaAdpcm: string;
        readonly wavGsm: string;
        readonly wavMp3: string;
        readonly AC3: string;
        readonly EAC3: string;
        readonly unknownCodec: string;
      };
      readonly kindOf: {
        readonly withWavFormat: (values: { readonly wavFormat: string }) => string;
      };
    };
    readonly byCode: {
      readonly SPEECH_BAD_REQUEST: {
        readonly withoutDetail: (values: { readonly voice: string }) => string;
        readonly withDetail: (values: { readonly detail: string; readonly voice: string }) => string;
      };
      readonly SPEECH_UNAUTHORIZED: string;
      readonly SPEECH_OUT_OF_CREDITS: string;
      readonly SPEECH_FORBIDDEN: {
        readonly withoutDetail: string;
        readonly withDetail: (values: { readonly detail: string }) => string;
      };
      readonly SPEECH_NOT_FOUND: (values: { readonly voice: string }) => string;
      readonly SPEECH_TOO_LARGE: string;
      readonly SPEECH_INVALID: {
        readonly withoutDetail: string;
        readonly withDetail: (values: { readonly detail: string }) => string;
      };
      readonly SPEECH_REJECTED: {
        readonly withoutDetail: string;
        readonly withDetail: (values: { readonly detail: string }) => string;
      };
      readonly SPEECH_RATE_LIMITED: string;
      readonly SPEECH_BUSY: string;
      readonly SPEECH_UNAVAILABLE: string;
      readonly SPEECH_TIMEOUT: string;
      readonly SPEECH_CONNECTION: string;
      readonly SPEECH_LIVE_STALLED: string;
      readonly SPEECH_LIVE_CLOSED: string;
      readonly SPEECH_LIVE_GARBAGE: string;
      readonly SPEECH_MALFORMED_ANSWER: string;
      readonly SPEECH_LIMIT: string;
      readonly SPEECH_CLOSED: string;
      readonly SPEECH_FILE_TOO_LARGE: string;
      readonly OGG_MALFORMED: string;
      readonly OPUS_MALFORMED: string;
      readonly AUDIO_MALFORMED: string;
      readonly AUDIO_UNSUPPORTED: string;
      readonly AUDIO_EMPTY: string;
      readonly AUDIO_NOT_AUDIO: (values: { readonly readableFormats: string }) => string;
      readonly AUDIO_NO_TRACK: {
        readonly silentVideo: string;
        readonly withoutDetail: string;
        readonly withDetail: (values: { readonly detail: string }) => string;
      };
      readonly AUDIO_BROKEN: string;
      readonly AUDIO_PROTECTED: string;
      readonly AUDIO_CODEC: {
        readonly withoutDetail: (values: { readonly readableFormats: string }) => string;
        readonly withDetail: (values: { readonly detail: string; readonly readableFormats: string }) => string;
      };
      readonly AUDIO_TOO_SHORT: string;
      readonly AUDIO_PART_BROKEN: string;
      readonly AUDIO_PART_CODEC: {
        readonly unknown: string;
        readonly known: (values: { readonly detail: string }) => string;
      };
      readonly AUDIO_PART_TOO_SHORT: string;
      readonly AUDIO_PART_TOO_MANY: string;
      readonly VOICE_MODEL_REJECTED: {
        readonly withoutDetail: string;
        readonly withDetail: (values: { readonly detail: string }) => string;
      };
      readonly VOICE_MODEL_FORBIDDEN: {
        readonly withoutDetail: string;
        readonly withDetail: (values: { readonly detail: string }) => string;
      };
      readonly STORE_UNAVAILABLE: string;
      readonly STORE_FAILED: string;
      readonly ATTACHMENT_FOREIGN: string;
      readonly ATTACHMENT_EXPIRED: string;
      readonly ATTACHMENT_TOO_LARGE: string;
      readonly ATTACHMENT_BROKE_OFF: string;
      readonly ATTACHMENT_REFUSED: string;
      readonly FILES_BUSY: string;
      readonly FILES_TOO_LARGE: string;
      readonly FILES_TOO_LONG: string;
      readonly FILES_DISK_FULL: string;
      readonly FILES_DISK_FAILED: string;
      readonly FILES_PIECE_FAILED: string;
      readonly FILES_REFUSED: {
        readonly withoutDetail: string;
        readonly withDetail: (values: { readonly detail: string }) => string;
      };
      readonly VOICE_THREAD_LOST: string;
      readonly VOICE_CLOSED: string;
      readonly VOICE_NO_AUDIO: string;
      readonly VOICE_TOO_MUCH_AUDIO: string;
      readonly DISCORD_ANSWER_TOO_LARGE: string;
    };
    readonly unexpected: (values: { readonly reference: string }) => string;
    readonly withRequestId: (values: { readonly message: string; readonly request: string }) => string;
  };
  readonly help: {
    readonly parts: {
      readonly oneCommand: (values: { readonly command: string }) => string;
    };
    readonly command: {
      readonly description: string;
      readonly options: {
        readonly command: string;
      };
    };
    readonly introduction: {
      readonly guild: (values: { readonly say: string; readonly oneCommand: string }) => string;
      readonly elsewhere: (values: { readonly say: string; readonly oneCommand: string }) => string;
    };
    readonly groups: {
      readonly speaking: string;
      readonly captions: string;
      readonly transcription: string;
      readonly voices: string;
      readonly settings: string;
      readonly more: string;
    };
    readonly together: {
      readonly control: string;
      readonly autoread: string;
      readonly pronunciations: string;
      readonly voices: string;
      readonly consent: string;
    };
    readonly menus: {
      readonly speak: string;
      readonly transcribe: string;
    };
    readonly menuPath: (values: { readonly name: string }) => string;
    readonly entry: (values: { readonly name: string; readonly description: string }) => string;
    readonly option: (values: { readonly name: string; readonly description: string }) => string;
    readonly requiredOption: (values: { readonly name: string; readonly description: string }) => string;
    readonly withChoices: (values: { readonly description: string; readonly choices: string }) => string;
    readonly noOptions: string;
    readonly menuUse: string;
    readonly serverOnly: string;
    readonly unknownCommand: (values: { readonly entered: string }) => string;
  };
  readonly interactions: {
    readonly restarting: string;
    readonly tookTooLong: string;
    readonly unknownCommand: string;
    readonly oldButton: string;
    readonly oldForm: string;
    readonly formTooLate: string;
    readonly places: {
      readonly outsideOnlyServer: string;
      readonly server: string;
      readonly direct: string;
    };
    readonly tooMany: (values: { readonly seconds: number }) => string;
    readonly serverOnly: string;
    readonly unknownLanguage: (values: { readonly entered: string }) => string;
    readonly permissions: {
      readonly viewChannel: string;
      readonly connect: string;
      readonly speak: string;
      readonly sendMessages: string;
      readonly sendMessagesInThreads: string;
      readonly readMessageHistory: string;
      readonly createPublicThreads: string;
      readonly manageWebhooks: string;
      readonly attachFiles: string;
    };
  };
  readonly overlayPage: {
    readonly title: string;
    readonly captions: string;
    readonly state: {
      readonly connecting: string;
      readonly live: string;
      readonly waiting: string;
      readonly reconnecting: string;
      readonly ended: string;
    };
    readonly notices: {
      readonly empty: string;
      readonly older: (values: { readonly limit: string }) => string;
      readonly waiting: string;
      readonly ended: string;
      readonly invalid: string;
      readonly ignoredOptions: (values: { readonly names: string }) => string;
      readonly onlyPeople: (values: { readonly names: string }) => string;
    };
    readonly refusal: {
      readonly title: string;
      readonly text: string;
    };
    readonly toolbar: {
      readonly label: string;
      readonly pause: string;
      readonly resume: string;
      readonly search: string;
      readonly smaller: string;
      readonly larger: string;
      readonly display: string;
      readonly copy: string;
      readonly download: string;
      readonly address: string;
      readonly shortcuts: string;
      readonly close: string;
    };
    readonly newest: {
      readonly jump: string;
      readonly paused: string;
      readonly count: (values: { readonly count: string }) => string;
    };
    readonly search: {
      readonly label: string;
      readonly position: (values: { readonly index: string; readonly count: string }) => string;
      readonly none: string;
      readonly next: string;
      readonly previous: string;
      readonly close: string;
    };
    readonly copy: {
      readonly copied: string;
      readonly failed: string;
      readonly nothing: string;
      readonly fileName: string;
    };
    readonly display: {
      readonly title: string;
      readonly theme: string;
      readonly themes: {
        readonly auto: string;
        readonly light: string;
        readonly dark: string;
      };
      readonly font: string;
      readonly fonts: {
        readonly system: string;
        readonly hyperlegible: string;
        readonly opendyslexic: string;
      };
      readonly size: string;
    };
    readonly address: {
      readonly title: string;
      readonly intro: string;
      readonly secret: string;
      readonly face: string;
      readonly faces: {
        readonly page: string;
        readonly obs: string;
      };
      readonly lines: string;
      readonly linesHint: string;
      readonly size: string;
      readonly color: string;
      readonly background: string;
      readonly transparent: string;
      readonly ownColors: string;
      readonly lowContrast: string;
      readonly align: string;
      readonly aligns: {
        readonly left: string;
        readonly center: string;
        readonly right: string;
      };
      readonly who: string;
      readonly whoEmpty: string;
      readonly whoHint: string;
      readonly delay: string;
      readonly delayHint: string;
      readonly fade: string;
      readonly fadeHint: string;
      readonly lang: string;
      readonly usual: string;
      readonly preview: string;
      readonly previewSpeakers: {
        readonly first: string;
        readonly second: string;
      };
      readonly previewLines: {
        readonly first: string;
        readonly second: string;
        readonly third: string;
      };
      readonly result: string;
      readonly copy: string;
      readonly open: string;
    };
    readonly shortcuts: {
      readonly title: string;
      readonly enabled: string;
      readonly keys: {
        readonly pause: string;
        readonly newest: string;
        readonly search: string;
        readonly matches: string;
        readonly larger: string;
        readonly smaller: string;
        readonly display: string;
        readonly copy: string;
        readonly download: string;
        readonly address: string;
        readonly help: string;
        readonly close: string;
      };
    };
  };
  readonly playback: {
    readonly parts: {
      readonly yourVoice: {
        readonly withoutTitle: string;
        readonly withTitle: (values: { readonly title: string }) => string;
      };
    };
    readonly commands: {
      readonly say: {
        readonly description: string;
        readonly options: {
          readonly text: string;
          readonly voice: string;
          readonly style: string;
          readonly speed: string;
          readonly file: string;
        };
      };
      readonly join: {
        readonly description: string;
        readonly options: {
          readonly channel: string;
        };
      };
      readonly leave: {
        readonly description: string;
      };
      readonly skip: {
        readonly description: string;
      };
      readonly stop: {
        readonly description: string;
      };
      readonly pause: {
        readonly description: string;
      };
      readonly resume: {
        readonly description: string;
      };
      readonly queue: {
        readonly description: string;
      };
    };
    readonly join: {
      readonly joined: (values: { readonly channel: string; readonly say: string }) => string;
      readonly moved: (values: { readonly channel: string; readonly say: string }) => string;
      readonly alreadyHere: (values: { readonly channel: string; readonly say: string }) => string;
      readonly missingPermissions: (values: {
        readonly channel: string;
        readonly permissions: string;
        readonly count: number;
        readonly list: string;
      }) => string;
      readonly full: (values: { readonly channel: string; readonly userLimit: number }) => string;
      readonly unknownChannel: string;
      readonly noAnswer: string;
      readonly notReady: string;
      readonly busy: (values: { readonly retryAt: string }) => string;
      readonly cancelled: string;
      readonly noChannel: (values: { readonly channel: string }) => string;
      readonly notForYou: (values: { readonly channel: string }) => string;
    };
    readonly stage: {
      readonly asked: (values: { readonly channel: string }) => string;
      readonly mayNotAsk: (values: { readonly channel: string }) => string;
      readonly couldNotAsk: (values: { readonly channel: string }) => string;
      readonly waits: {
        readonly asked: (values: { readonly channel: string }) => string;
        readonly mayNotAsk: (values: { readonly channel: string }) => string;
        readonly movedToAudience: (values: { readonly channel: string; readonly join: string }) => string;
      };
    };
    readonly inUse: {
      readonly join: (values: { readonly channel: string; readonly leave: string }) => string;
      readonly say: {
        readonly move: (values: { readonly channel: string; readonly join: string }) => string;
        readonly notMove: (values: { readonly channel: string; readonly file: string }) => string;
      };
      readonly captions: {
        readonly move: (values: { readonly channel: string; readonly join: string }) => string;
        readonly notMove: (values: { readonly channel: string }) => string;
      };
    };
    readonly notInVoice: (values: { readonly join: string }) => string;
    readonly nothingToControl: string;
    readonly mayNotControl: (values: { readonly channel: string }) => string;
    readonly left: (values: { readonly channel: string }) => string;
    readonly joinCancelled: (values: { readonly channel: string }) => string;
    readonly skipped: (values: { readonly user: string }) => string;
    readonly skippedOwn: string;
    readonly nothingToSkip: string;
    readonly stopped: string;
    readonly stoppedAndRemoved: (values: { readonly texts: number }) => string;
    readonly nothingToStop: string;
    readonly paused: (values: { readonly resume: string }) => string;
    readonly alreadyPaused: (values: { readonly resume: string }) => string;
    readonly resumed: string;
    readonly notPaused: string;
    readonly queue: {
      readonly empty: (values: { readonly say: string }) => string;
      readonly heading: (values: { readonly channel: string }) => string;
      readonly joiningHeading: (values: { readonly channel: string }) => string;
      readonly pausedHeading: (values: { readonly channel: string }) => string;
      readonly item: (values: {
        readonly number: string;
        readonly user: string;
        readonly state: string;
        readonly text: string;
      }) => string;
      readonly states: {
        readonly waiting: string;
        readonly preparing: string;
        readonly speaking: string;
        readonly paused: string;
        readonly 'waiting-for-listeners': string;
        readonly 'waiting-for-permission': string;
      };
      readonly hidden: (values: { readonly texts: number }) => string;
      readonly selectPlaceholder: string;
      readonly removed: string;
      readonly notFound: string;
      readonly notYours: string;
      readonly notForYou: string;
    };
    readonly say: {
      readonly form: {
        readonly title: string;
        readonly text: string;
      };
      readonly voiceTooLong: (values: { readonly text: string }) => string;
      readonly styles: {
        readonly whispering: string;
        readonly 'soft tone': string;
        readonly shouting: string;
        readonly screaming: string;
        readonly 'in a hurry tone': string;
        readonly happy: string;
        readonly excited: string;
        readonly calm: string;
        readonly sad: string;
        readonly angry: string;
        readonly surprised: string;
        readonly nervous: string;
        readonly scared: string;
        readonly confident: string;
        readonly proud: string;
        readonly curious: string;
        readonly grateful: string;
        readonly sarcastic: string;
        readonly embarrassed: string;
        readonly laughing: string;
        readonly sighing: string;
        readonly sobbing: string;
      };
      readonly knownStyles: (values: { readonly styles: string }) => string;
      readonly invalidStyle: (values: { readonly max: number }) => string;
      readonly nothingToSpeak: string;
      readonly nothingInMessage: string;
      readonly queued: (values: { readonly ahead: number; readonly queue: string }) => string;
      readonly queuedWhilePaused: {
        readonly noAhead: (values: { readonly resume: string }) => string;
        readonly someAhead: (values: { readonly ahead: number; readonly resume: string }) => string;
      };
      readonly fileInstead: string;
      readonly audioFor: (values: { readonly user: string }) => string;
      readonly waitingForSound: string;
      readonly waitingForPeople: string;
      readonly waitingToContinue: string;
      readonly waitingForPermission: string;
      readonly speaking: string;
      readonly spoken: string;
      readonly dropped: {
        readonly skipped: string;
        readonly stopped: string;
        readonly removed: string;
        readonly 'session-ended': string;
      };
      readonly neverSpoken: string;
      readonly notContinued: (values: { readonly say: string }) => string;
      readonly interrupted: (values: { readonly reason: string }) => string;
      readonly tooManyTexts: (values: { readonly max: number }) => string;
      readonly tooManyCharacters: (values: { readonly max: number }) => string;
    };
    readonly voice: {
      readonly lost: {
        readonly deleted: (values: { readonly voice: string }) => string;
        readonly withdrawn: (values: { readonly voice: string }) => string;
        readonly gone: (values: { readonly voice: string }) => string;
        readonly failed: (values: { readonly voice: string }) => string;
        readonly 'taken-down': (values: { readonly voice: string }) => string;
      };
      readonly refused: {
        readonly ready: string;
        readonly training: string;
        readonly failed: string;
        readonly 'taken-down': string;
        readonly 'not-for-speech': string;
        readonly gone: string;
      };
      readonly now: {
        readonly default: (values: { readonly voiceUse: string }) => string;
        readonly everywhere: (values: { readonly voiceUse: string }) => string;
        readonly here: (values: { readonly voiceUse: string }) => string;
        readonly said: (values: { readonly say: string; readonly voiceUse: string }) => string;
      };
      readonly serverRefused: (values: { readonly settings: string }) => string;
      readonly usual: string;
      readonly lastUsed: {
        readonly withoutTitle: string;
        readonly withTitle: (values: { readonly title: string }) => string;
      };
      readonly remembered: {
        readonly withoutTitle: (values: { readonly say: string; readonly voice: string }) => string;
        readonly withTitle: (values: {
          readonly title: string;
          readonly say: string;
          readonly voice: string;
        }) => string;
      };
      readonly thisTimeDefault: string;
      readonly choiceUnavailable: string;
    };
    readonly notices: {
      readonly leftAlone: (values: { readonly channel: string; readonly join: string }) => string;
      readonly moved: (values: { readonly channel: string }) => string;
      readonly movedWithoutPermissions: (values: {
        readonly channel: string;
        readonly permissions: string;
        readonly count: number;
        readonly list: string;
      }) => string;
      readonly movedToStage: (values: { readonly channel: string }) => string;
      readonly disconnected: (values: { readonly channel: string; readonly join: string }) => string;
      readonly channelDeleted: (values: { readonly join: string }) => string;
      readonly connectionLost: (values: { readonly channel: string; readonly join: string }) => string;
    };
  };
  readonly privacy: {
    readonly command: {
      readonly description: string;
      readonly show: string;
      readonly optOut: string;
      readonly optIn: string;
      readonly erase: string;
    };
    readonly buttons: {
      readonly erase: string;
      readonly eraseWithMessages: string;
      readonly eraseOnly: string;
      readonly keep: string;
      readonly optInEverywhere: string;
      readonly optInOnlyHere: string;
    };
    readonly optedOut: (values: { readonly erase: string }) => string;
    readonly optedIn: (values: { readonly optOut: string }) => string;
    readonly optedInHere: {
      readonly 'opted-out': (values: { readonly optOut: string }) => string;
      readonly undecided: (values: { readonly optOut: string }) => string;
    };
    readonly items: {
      readonly captions: (values: { readonly count: number }) => string;
      readonly messages: (values: { readonly count: number }) => string;
      readonly recordings: (values: { readonly count: number }) => string;
      readonly voices: (values: { readonly count: number }) => string;
      readonly confirmations: (values: { readonly count: number }) => string;
      readonly choices: (values: { readonly count: number }) => string;
      readonly queuedTexts: (values: { readonly count: number }) => string;
      readonly nicknames: (values: { readonly count: number }) => string;
      readonly identities: (values: { readonly count: number }) => string;
      readonly pronunciations: (values: { readonly count: number }) => string;
      readonly serverPronunciations: (values: { readonly count: number }) => string;
      readonly autoCaptions: (values: { readonly count: number }) => string;
      readonly voicesWithConfirmations: (values: { readonly voices: number; readonly confirmations: number }) => string;
    };
    readonly decision: {
      readonly optedIn: (values: { readonly at: string }) => string;
      readonly optedOut: (values: { readonly at: string }) => string;
      readonly optedOutExcept: (values: { readonly at: string; readonly servers: string }) => string;
      readonly optedInOnly: (values: { readonly servers: string }) => string;
      readonly undecided: string;
    };
    readonly servers: {
      readonly unnamed: (values: { readonly count: number }) => string;
      readonly others: (values: { readonly count: number }) => string;
    };
    readonly stored: {
      readonly noCaptions: string;
      readonly captions: (values: { readonly count: number; readonly oldest: string }) => string;
      readonly recordings: (values: { readonly count: number }) => string;
      readonly messages: (values: { readonly count: number }) => string;
      readonly autoCaptions: (values: { readonly count: number }) => string;
      readonly noVoices: string;
      readonly voices: (values: { readonly count: number }) => string;
      readonly confirmations: (values: { readonly count: number }) => string;
      readonly choices: (values: { readonly count: number }) => string;
      readonly pronunciations: (values: { readonly count: number }) => string;
      readonly serverPronunciations: (values: { readonly count: number }) => string;
      readonly usage: (values: { readonly usage: string }) => string;
      readonly queuedTexts: (values: { readonly count: number }) => string;
      readonly nicknames: (values: { readonly names: string }) => string;
      readonly identities: (values: { readonly names: string }) => string;
      readonly mutes: (values: { readonly count: number }) => string;
      readonly change: (values: { readonly commands: string }) => string;
    };
    readonly eraseQuestion: {
      readonly ask: (values: { readonly items: string }) => string;
      readonly captions: string;
      readonly voices: (values: { readonly count: number }) => string;
      readonly serverPronunciations: string;
      readonly messages: (values: { readonly count: number }) => string;
      readonly final: string;
    };
    readonly nothingToErase: string;
    readonly kept: string;
    readonly erased: {
      readonly nothing: string;
      readonly items: (values: { readonly items: string }) => string;
      readonly voicesLeft: (values: { readonly count: number; readonly erase: string }) => string;
      readonly decision: {
        readonly 'opted-in': string;
        readonly 'opted-out': string;
        readonly both: string;
      };
      readonly mutes: string;
      readonly files: string;
    };
    readonly erasedMessages: {
      readonly kept: (values: { readonly count: number; readonly erase: string }) => string;
      readonly underWay: (values: { readonly count: number }) => string;
      readonly deleted: (values: { readonly count: number }) => string;
      readonly nothing: string;
      readonly refused: (values: { readonly count: number }) => string;
      readonly remaining: (values: { readonly count: number }) => string;
    };
    readonly names: {
      readonly inServer: (values: { readonly name: string; readonly server: string }) => string;
      readonly withVoice: (values: {
        readonly name: string;
        readonly server: string;
        readonly voice: string;
      }) => string;
      readonly others: (values: { readonly count: number }) => string;
    };
  };
  readonly pronunciation: {
    readonly parts: {
      readonly where: {
        readonly me: string;
        readonly server: string;
      };
      readonly faults: {
        readonly wordEmpty: string;
        readonly wordLong: string;
        readonly wordUnheard: string;
        readonly asEmpty: string;
        readonly asLong: string;
        readonly markup: string;
        readonly phonemes: string;
      };
    };
    readonly command: {
      readonly description: string;
      readonly add: {
        readonly description: string;
        readonly word: string;
        readonly as: string;
        readonly scope: string;
      };
      readonly remove: {
        readonly description: string;
        readonly word: string;
        readonly scope: string;
      };
      readonly list: {
        readonly description: string;
        readonly scope: string;
      };
      readonly import: {
        readonly description: string;
        readonly file: string;
        readonly scope: string;
      };
      readonly export: {
        readonly description: string;
        readonly scope: string;
      };
      readonly scopeChoices: {
        readonly me: string;
        readonly server: string;
      };
    };
    readonly added: (values: { readonly word: string; readonly as: string; readonly where: string }) => string;
    readonly changed: (values: {
      readonly word: string;
      readonly as: string;
      readonly where: string;
      readonly before: string;
    }) => string;
    readonly unchanged: (values: { readonly word: string; readonly as: string; readonly where: string }) => string;
    readonly phonemesNote: string;
    readonly removed: {
      readonly me: (values: { readonly word: string }) => string;
      readonly notMe: (values: { readonly word: string }) => string;
    };
    readonly unknown: (values: { readonly word: string; readonly list: string }) => string;
    readonly noServer: (values: { readonly scope: string }) => string;
    readonly locked: (values: { readonly scope: string }) => string;
    readonly notYours: (values: { readonly word: string; readonly scope: string }) => string;
    readonly full: {
      readonly person: (values: { readonly limit: number }) => string;
      readonly server: (values: { readonly limit: number }) => string;
      readonly member: (values: { readonly limit: number }) => string;
    };
    readonly fault: {
      readonly wordEmpty: string;
      readonly wordLong: string;
      readonly wordUnheard: string;
      readonly asEmpty: string;
      readonly asLong: string;
      readonly markup: string;
      readonly phonemes: string;
    };
    readonly list: {
      readonly title: {
        readonly me: string;
        readonly server: string;
      };
      readonly empty: {
        readonly me: (values: { readonly add: string }) => string;
        readonly server: (values: { readonly add: string }) => string;
      };
      readonly entry: (values: { readonly word: string; readonly as: string }) => string;
      readonly entryBy: {
        readonly withoutAddedBy: string;
        readonly dated: (values: {
          readonly word: string;
          readonly as: string;
          readonly who: string;
          readonly day: string;
        }) => string;
      };
      readonly locked: string;
      readonly page: (values: {
        readonly page: number;
        readonly pages: number;
        readonly entries: number;
        readonly limit: number;
      }) => string;
      readonly buttons: {
        readonly previous: string;
        readonly next: string;
        readonly lock: string;
        readonly unlock: string;
      };
    };
    readonly csv: {
      readonly word: string;
      readonly as: string;
    };
    readonly import: {
      readonly added: {
        readonly added: (values: { readonly added: number }) => string;
        readonly changed: (values: { readonly changed: number }) => string;
        readonly unchanged: (values: { readonly unchanged: number }) => string;
        readonly nothing: string;
        readonly me: (values: { readonly done: string; readonly joined: string }) => string;
        readonly notMe: (values: { readonly done: string; readonly joined: string }) => string;
        readonly meSeparator: string;
        readonly notMeSeparator: string;
      };
      readonly skipped: (values: { readonly lines: number }) => string;
      readonly problem: {
        readonly malformed: string;
        readonly notYours: string;
        readonly full: string;
        readonly line: (values: { readonly line: number; readonly reasons: string }) => string;
      };
      readonly moreProblems: (values: { readonly lines: number }) => string;
      readonly notText: string;
      readonly tooManyLines: (values: { readonly most: number }) => string;
      readonly empty: string;
      readonly tooLarge: (values: { readonly maxBytes: string }) => string;
    };
    readonly exported: (values: { readonly entries: number; readonly pronounceImport: string }) => string;
    readonly choice: {
      readonly me: (values: { readonly word: string; readonly as: string }) => string;
      readonly notMe: (values: { readonly word: string; readonly as: string }) => string;
    };
  };
  readonly reading: {
    readonly command: {
      readonly description: string;
      readonly on: string;
      readonly off: string;
      readonly status: string;
      readonly options: {
        readonly channel: string;
        readonly autoJoin: string;
      };
    };
    readonly buttons: {
      readonly mute: string;
      readonly unmute: string;
      readonly name: string;
      readonly identities: string;
      readonly wider: string;
    };
    readonly form: {
      readonly title: string;
      readonly label: string;
      readonly placeholder: string;
    };
    readonly notice: {
      readonly exceptSilent: string;
      readonly exceptPrefix: (values: { readonly prefix: string }) => string;
      readonly autoJoin: string;
      readonly more: (values: { readonly status: string }) => string;
    };
    readonly widerNotice: (values: { readonly user: string }) => string;
    readonly turnedOn: {
      readonly autoJoin: (values: { readonly channel: string; readonly off: string }) => string;
      readonly notAutoJoin: (values: { readonly channel: string; readonly join: string }) => string;
    };
    readonly closedTo: {
      readonly more: (values: { readonly rest: number }) => string;
      readonly sentence: (values: {
        readonly channel: string;
        readonly list: string;
        readonly joined: string;
      }) => string;
    };
    readonly widened: (values: { readonly channel: string }) => string;
    readonly turnedOff: (values: { readonly channel: string }) => string;
    readonly notOn: (values: { readonly channel: string; readonly on: string }) => string;
    readonly tooMany: (values: { readonly max: number; readonly off: string }) => string;
    readonly noNotice: (values: { readonly channel: string }) => string;
    readonly noWiderNotice: (values: { readonly channel: string }) => string;
    readonly notVisible: string;
    readonly mayNotManage: (values: { readonly channel: string }) => string;
    readonly noIntent: string;
    readonly muted: string;
    readonly unmuted: string;
    readonly named: (values: { readonly name: string }) => string;
    readonly unnamed: string;
    readonly nameTaken: string;
    readonly identities: {
      readonly none: string;
      readonly intro: string;
      readonly ownVoice: string;
      readonly choose: string;
      readonly form: {
        readonly title: string;
        readonly label: string;
        readonly placeholder: string;
      };
      readonly set: (values: { readonly name: string; readonly title: string }) => string;
      readonly reset: (values: { readonly name: string }) => string;
      readonly gone: string;
    };
    readonly status: {
      readonly none: (values: { readonly on: string }) => string;
      readonly readIn: (values: { readonly channel: string; readonly voiceChannel: string }) => string;
      readonly waiting: {
        readonly autoJoin: (values: { readonly channel: string }) => string;
        readonly notAutoJoin: (values: { readonly channel: string; readonly join: string }) => string;
      };
      readonly elsewhere: (values: { readonly channel: string; readonly voiceChannel: string }) => string;
      readonly 'no-readers': (values: { readonly channel: string; readonly voiceChannel: string }) => string;
      readonly 'not-open': (values: {
        readonly channel: string;
        readonly voiceChannel: string;
        readonly on: string;
      }) => string;
      readonly missing: (values: {
        readonly channel: string;
        readonly permissions: string;
        readonly count: number;
        readonly list: string;
      }) => string;
      readonly youAreRead: string;
      readonly youAreMuted: string;
      readonly namedAs: (values: { readonly name: string }) => string;
      readonly nameSuspended: (values: { readonly name: string }) => string;
    };
    readonly spoken: {
      readonly says: (values: { readonly name: string; readonly text: string }) => string;
      readonly leftOut: (values: { readonly messages: number }) => string;
      readonly joined: {
        readonly person: (values: { readonly name: string }) => string;
        readonly sentence: (values: {
          readonly all: string;
          readonly count: number;
          readonly joined: string;
        }) => string;
      };
      readonly left: {
        readonly person: (values: { readonly name: string }) => string;
        readonly sentence: (values: {
          readonly all: string;
          readonly count: number;
          readonly joined: string;
        }) => string;
      };
    };
    readonly usedUp: {
      readonly withoutWriter: (values: { readonly reset: string }) => string;
      readonly withWriter: (values: { readonly writer: string; readonly reset: string }) => string;
    };
    readonly nameNotSayable: string;
  };
  readonly settings: {
    readonly command: {
      readonly description: string;
    };
    readonly title: string;
    readonly intro: string;
    readonly topics: {
      readonly general: {
        readonly title: string;
        readonly about: string;
      };
      readonly access: {
        readonly title: string;
        readonly about: string;
      };
      readonly muted: {
        readonly title: string;
        readonly about: string;
      };
      readonly members: {
        readonly title: string;
        readonly about: string;
      };
      readonly voice: {
        readonly title: string;
        readonly about: string;
      };
      readonly reading: {
        readonly title: string;
        readonly about: string;
      };
      readonly captions: {
        readonly title: string;
        readonly about: string;
      };
      readonly autoCaptions: {
        readonly title: string;
        readonly about: string;
      };
      readonly voiceMessages: {
        readonly title: string;
        readonly about: string;
      };
      readonly limits: {
        readonly title: string;
        readonly about: string;
      };
    };
    readonly values: {
      readonly on: string;
      readonly off: string;
      readonly none: string;
      readonly nobody: string;
      readonly nobodyElse: string;
      readonly everyone: string;
      readonly nowhere: string;
      readonly noLimit: string;
      readonly serverLanguage: string;
      readonly botsVoice: string;
      readonly ownWords: string;
      readonly detected: string;
      readonly optOut: string;
      readonly optIn: string;
      readonly voiceMessages: {
        readonly mention: string;
        readonly play: string;
        readonly transcribe: string;
      };
      readonly speed: (values: { readonly factor: string }) => string;
      readonly volume: (values: { readonly decibels: string }) => string;
      readonly characters: (values: { readonly count: number }) => string;
      readonly minutes: (values: { readonly count: number }) => string;
      readonly days: (values: { readonly days: number }) => string;
      readonly andMore: (values: { readonly list: string; readonly joined: string; readonly more: number }) => string;
    };
    readonly deleted: {
      readonly role: string;
      readonly channel: string;
    };
    readonly hiddenChannel: string;
    readonly line: (values: { readonly label: string; readonly value: string; readonly about: string }) => string;
    readonly summary: (values: { readonly label: string; readonly value: string }) => string;
    readonly allDefault: string;
    readonly buttons: {
      readonly back: string;
      readonly turnOn: string;
      readonly turnOff: string;
      readonly edit: string;
      readonly removeDeleted: string;
      readonly earlier: string;
      readonly later: string;
    };
    readonly placeholders: {
      readonly everyone: string;
      readonly chooseRoles: string;
      readonly choosePeople: string;
      readonly chooseChannels: string;
      readonly chooseChannel: string;
    };
    readonly options: {
      readonly serverLanguage: string;
      readonly anyLanguage: string;
      readonly optOut: string;
      readonly optIn: string;
      readonly retention: (values: { readonly days: number }) => string;
      readonly voiceMessages: {
        readonly mention: string;
        readonly play: string;
        readonly transcribe: string;
      };
    };
    readonly forms: {
      readonly number: (values: { readonly min: string; readonly max: string }) => string;
      readonly voice: string;
      readonly announcement: string;
      readonly prefix: string;
      readonly invalidNumber: (values: {
        readonly field: string;
        readonly min: string;
        readonly max: string;
      }) => string;
      readonly invalidWhole: (values: { readonly field: string; readonly min: number; readonly max: number }) => string;
      readonly announcementNeedsName: (values: { readonly typed: string }) => string;
    };
    readonly autoCaptions: {
      readonly none: string;
      readonly entry: (values: { readonly voice: string; readonly text: string }) => string;
      readonly chooseToRemove: string;
      readonly howToAdd: (values: { readonly captionsAuto: string }) => string;
    };
    readonly members: {
      readonly choose: string;
      readonly intro: string;
      readonly called: (values: { readonly user: string; readonly name: string }) => string;
      readonly uncalled: (values: { readonly user: string }) => string;
      readonly sounds: (values: { readonly sound: string }) => string;
      readonly usualVoice: string;
      readonly howToSetVoice: (values: { readonly voiceUse: string }) => string;
      readonly buttons: {
        readonly setName: string;
        readonly resetName: string;
        readonly resetVoice: string;
      };
      readonly form: {
        readonly title: string;
        readonly label: string;
        readonly placeholder: string;
      };
      readonly suspended: (values: { readonly user: string; readonly name: string }) => string;
      readonly bot: (values: { readonly user: string }) => string;
    };
    readonly notes: {
      readonly stricterNow: (values: { readonly start: string }) => string;
      readonly logUnreachable: (values: {
        readonly channel: string;
        readonly list: string;
        readonly count: number;
      }) => string;
      readonly logDeleted: string;
      readonly changedMeanwhile: string;
    };
    readonly log: {
      readonly setting: (values: { readonly topic: string; readonly label: string }) => string;
      readonly changed: (values: {
        readonly person: string;
        readonly setting: string;
        readonly from: string;
        readonly to: string;
      }) => string;
      readonly listed: {
        readonly added: (values: { readonly added: string }) => string;
        readonly removed: (values: { readonly removed: string }) => string;
        readonly sentence: (values: {
          readonly person: string;
          readonly setting: string;
          readonly joined: string;
        }) => string;
        readonly text3Separator: string;
      };
    };
    readonly refusals: {
      readonly managersOnly: {
        readonly noRoles: string;
        readonly someRoles: (values: { readonly roles: string }) => string;
      };
      readonly serverManagersOnly: string;
      readonly roleNeeded: {
        readonly noRoles: (values: { readonly settings: string }) => string;
        readonly someRoles: (values: { readonly roles: string }) => string;
      };
      readonly muted: string;
      readonly authorMuted: string;
      readonly authorUnknown: string;
      readonly tooLong: (values: { readonly length: number; readonly max: number }) => string;
      readonly voiceOnlyYours: (values: { readonly title: string; readonly voiceEdit: string }) => string;
      readonly outdated: (values: { readonly settings: string }) => string;
    };
    readonly fields: {
      readonly 'general.language': {
        readonly label: string;
        readonly about: string;
      };
      readonly 'notices.posted': {
        readonly label: string;
        readonly about: string;
      };
      readonly 'log.channelId': {
        readonly label: string;
        readonly about: string;
      };
      readonly 'access.managers': {
        readonly label: string;
        readonly about: (values: { readonly settings: string }) => string;
      };
      readonly 'access.speak': {
        readonly label: string;
        readonly about: (values: { readonly say: string; readonly join: string; readonly Speak: string }) => string;
      };
      readonly 'access.captions': {
        readonly label: string;
        readonly about: string;
      };
      readonly 'access.transcribe': {
        readonly label: string;
        readonly about: string;
      };
      readonly 'access.voices': {
        readonly label: string;
        readonly about: string;
      };
      readonly 'muted.userIds': {
        readonly label: string;
        readonly about: string;
      };
      readonly 'muted.roleIds': {
        readonly label: string;
        readonly about: string;
      };
      readonly 'voice.voiceId': {
        readonly label: string;
        readonly about: string;
      };
      readonly 'voice.speed': {
        readonly label: string;
        readonly about: string;
      };
      readonly 'voice.volumeDb': {
        readonly label: string;
        readonly about: string;
      };
      readonly 'lengths.say': {
        readonly label: string;
        readonly about: (values: { readonly say: string }) => string;
      };
      readonly 'lengths.reading': {
        readonly label: string;
        readonly about: string;
      };
      readonly 'announcements.joins': {
        readonly label: string;
        readonly about: string;
      };
      readonly 'announcements.leaves': {
        readonly label: string;
        readonly about: string;
      };
      readonly 'captions.consent': {
        readonly label: string;
        readonly about: string;
      };
      readonly 'captions.captionBots': {
        readonly label: string;
        readonly about: string;
      };
      readonly 'captions.language': {
        readonly label: string;
        readonly about: (values: { readonly captionsStart: string }) => string;
      };
      readonly 'captions.interim': {
        readonly label: string;
        readonly about: string;
      };
      readonly 'captions.soundCues': {
        readonly label: string;
        readonly about: string;
      };
      readonly 'captions.retentionDays': {
        readonly label: string;
        readonly about: string;
      };
      readonly 'reading.bots': {
        readonly label: string;
        readonly about: string;
      };
      readonly 'reading.webhooks': {
        readonly label: string;
        readonly about: string;
      };
      readonly 'reading.proxied': {
        readonly label: string;
        readonly about: string;
      };
      readonly 'reading.voiceMessages': {
        readonly label: string;
        readonly about: string;
      };
      readonly 'reading.skipPrefix': {
        readonly label: string;
        readonly about: string;
      };
      readonly 'reading.requiredRoleIds': {
        readonly label: string;
        readonly about: string;
      };
      readonly 'reading.announceWriters': {
        readonly label: string;
        readonly about: string;
      };
      readonly 'reading.announcement': {
        readonly label: string;
        readonly about: string;
      };
      readonly 'reading.builtInPronunciations': {
        readonly label: string;
        readonly about: string;
      };
      readonly 'voiceMessages.transcribedIn': {
        readonly label: string;
        readonly about: string;
      };
      readonly 'voices.maxPerPerson': {
        readonly label: string;
        readonly about: string;
      };
      readonly 'voices.maxPerGuild': {
        readonly label: string;
        readonly about: string;
      };
      readonly 'budgets.charactersPerPerson': {
        readonly label: string;
        readonly about: string;
      };
      readonly 'budgets.characters': {
        readonly label: string;
        readonly about: string;
      };
      readonly 'budgets.captionMinutes': {
        readonly label: string;
        readonly about: string;
      };
      readonly 'budgets.transcribeMinutesPerPerson': {
        readonly label: string;
        readonly about: string;
      };
      readonly 'budgets.transcribeMinutes': {
        readonly label: string;
        readonly about: string;
      };
    };
    readonly parts: {
      readonly more: (values: { readonly more: number }) => string;
    };
  };
  readonly spoken: {
    readonly locale: string;
    readonly linkTo: (values: { readonly site: string }) => string;
    readonly links: (values: { readonly count: number; readonly site: string }) => string;
    readonly link: string;
    readonly invite: string;
    readonly gif: string;
    readonly gifs: (values: { readonly count: number }) => string;
    readonly messageLink: string;
    readonly codeBlock: string;
    readonly codeBlockIn: (values: { readonly language: string }) => string;
    readonly spoiler: string;
    readonly repeatedEmoji: (values: { readonly name: string; readonly count: number }) => string;
    readonly moreEmoji: (values: { readonly count: number }) => string;
    readonly flag: (values: { readonly country: string }) => string;
    readonly unknownMention: {
      readonly user: string;
      readonly role: string;
      readonly channel: string;
    };
    readonly channel: (values: { readonly name: string }) => string;
    readonly command: (values: { readonly name: string }) => string;
    readonly inUtc: (values: { readonly time: string }) => string;
    readonly everyone: string;
    readonly here: string;
    readonly navigation: {
      readonly customize: string;
      readonly browse: string;
      readonly guide: string;
      readonly linkedRoles: string;
    };
    readonly quote: {
      readonly followed: (values: { readonly text: string }) => string;
      readonly notFollowed: (values: { readonly text: string }) => string;
    };
    readonly stickers: (values: { readonly count: number; readonly names: string }) => string;
    readonly files: {
      readonly picture: (values: { readonly count: number }) => string;
      readonly video: (values: { readonly count: number }) => string;
      readonly audio: (values: { readonly count: number }) => string;
      readonly file: (values: { readonly count: number }) => string;
    };
    readonly described: (values: { readonly what: string; readonly description: string }) => string;
    readonly voiceMessage: string;
    readonly transcribedVoiceMessage: (values: { readonly text: string }) => string;
    readonly poll: {
      readonly noAnswers: (values: { readonly question: string }) => string;
      readonly someAnswers: (values: { readonly question: string; readonly answers: string }) => string;
    };
    readonly forwarded: {
      readonly withoutText: string;
      readonly withText: (values: { readonly text: string }) => string;
    };
    readonly reply: {
      readonly withoutText: (values: { readonly name: string }) => string;
      readonly withText: (values: { readonly name: string; readonly text: string }) => string;
    };
    readonly longCode: string;
    readonly questionMark: string;
    readonly exclamationMark: string;
    readonly andMore: string;
  };
  readonly text: {
    readonly transcript: {
      readonly timesAreUtc: string;
      readonly late: string;
      readonly unnamedSpeaker: string;
      readonly hole: {
        readonly sameFrom: (values: { readonly from: string; readonly reason: string }) => string;
        readonly otherFrom: (values: { readonly from: string; readonly to: string; readonly reason: string }) => string;
      };
      readonly holeInSubtitles: {
        readonly sameFrom: (values: { readonly from: string }) => string;
        readonly otherFrom: (values: { readonly from: string; readonly to: string }) => string;
      };
      readonly recording: {
        readonly withoutLanguage: (values: { readonly length: string }) => string;
        readonly withLanguage: (values: { readonly length: string; readonly language: string }) => string;
      };
    };
  };
  readonly transcription: {
    readonly parts: {
      readonly mayCancel: {
        readonly manageServer: string;
        readonly moveMembers: string;
        readonly muteMembers: string;
      };
      readonly timeLeft: {
        readonly seconds: string;
        readonly about: (values: { readonly seconds: string }) => string;
      };
    };
    readonly command: {
      readonly description: string;
      readonly options: {
        readonly file: (values: { readonly formats: string }) => string;
        readonly language: string;
        readonly format: string;
      };
    };
    readonly cancelButton: string;
    readonly voiceMessage: string;
    readonly noFile: (values: { readonly file: string }) => string;
    readonly nothingAttached: string;
    readonly senderOptedOut: string;
    readonly forwardedVoiceMessage: (values: { readonly Transcribe: string }) => string;
    readonly postedLater: string;
    readonly cancelled: string;
    readonly nothingTranscribed: string;
    readonly alreadyEnded: (values: { readonly transcribe: string }) => string;
    readonly notYoursToCancel: (values: { readonly user: string; readonly mayCancel: string }) => string;
    readonly undeliverable: string;
    readonly tooLarge: (values: { readonly maxBytes: string }) => string;
    readonly tooLong: (values: { readonly max: string }) => string;
    readonly failedAttachment: (values: { readonly name: string; readonly reason: string }) => string;
    readonly progress: {
      readonly waiting: string;
      readonly queued: {
        readonly noAhead: string;
        readonly someAhead: (values: { readonly ahead: number }) => string;
      };
      readonly downloading: (values: {
        readonly bar: string;
        readonly bytes: string;
        readonly totalBytes: string;
      }) => string;
      readonly reading: (values: { readonly bar: string }) => string;
      readonly transcribing: {
        readonly share: (values: { readonly bar: string; readonly share: string }) => string;
        readonly pieces: (values: { readonly piecesDone: number; readonly pieces: number }) => string;
      };
      readonly done: (values: { readonly bar: string }) => string;
      readonly failed: string;
    };
    readonly noSpeech: string;
    readonly endsEarly: string;
    readonly missing: {
      readonly sameFrom: (values: { readonly from: string }) => string;
      readonly otherFrom: (values: { readonly from: string; readonly to: string }) => string;
      readonly noStretches: (values: { readonly more: number }) => string;
      readonly someStretches: (values: { readonly more: number }) => string;
      readonly sentence: (values: {
        readonly places: string;
        readonly reason: string;
        readonly joined: string;
      }) => string;
      readonly withReason: (values: { readonly reason: string }) => string;
    };
    readonly tooLargeToAttach: string;
    readonly tooLargeToAttachTryTxt: string;
  };
  readonly voiceMessages: {
    readonly switchedOn: (values: { readonly optOut: string }) => string;
    readonly switchedOff: string;
    readonly needsMessageContent: string;
    readonly missingPermissions: (values: {
      readonly permissions: string;
      readonly count: number;
      readonly list: string;
    }) => string;
  };
  readonly voiceModels: {
    readonly parts: {
      readonly whoCanFind: {
        readonly everyone: string;
        readonly 'with-id': string;
        readonly guild: string;
        readonly 'its-guild': string;
        readonly maker: string;
      };
      readonly chosenBy: {
        readonly nobody: string;
        readonly some: (values: { readonly users: number }) => string;
      };
      readonly seconds: (values: { readonly duration: string }) => string;
      readonly sentParts: {
        readonly tag: (values: { readonly tag: string }) => string;
        readonly recording: (values: { readonly name: string; readonly duration: string }) => string;
        readonly transcripts: (values: { readonly count: number }) => string;
        readonly title: string;
        readonly description: string;
        readonly tags: (values: { readonly quotedTags: string; readonly joined: string }) => string;
        readonly cover: string;
        readonly all: (values: { readonly sent: string; readonly joined: string }) => string;
        readonly tagSeparator: string;
      };
      readonly untitled: string;
    };
    readonly defaultVoice: string;
    readonly presentVoice: (values: { readonly name: string }) => string;
    readonly buttons: {
      readonly confirm: string;
      readonly cancel: string;
      readonly delete: string;
      readonly keep: string;
      readonly info: string;
      readonly use: string;
      readonly useEverywhere: string;
      readonly useOnlyHere: string;
      readonly resetHere: string;
      readonly resetEverywhere: string;
      readonly sample: string;
      readonly edit: string;
      readonly openForm: string;
      readonly previous: string;
      readonly next: string;
    };
    readonly statusLabels: {
      readonly ready: string;
      readonly training: string;
      readonly failed: string;
      readonly 'taken-down': string;
      readonly 'not-for-speech': string;
      readonly gone: string;
    };
    readonly status: {
      readonly ready: (values: { readonly title: string }) => string;
      readonly training: (values: { readonly title: string; readonly voiceInfo: string }) => string;
      readonly failed: (values: { readonly title: string }) => string;
      readonly 'taken-down': (values: { readonly title: string }) => string;
      readonly 'not-for-speech': (values: { readonly title: string }) => string;
      readonly gone: (values: { readonly title: string }) => string;
    };
    readonly owners: {
      readonly mine: string;
      readonly guild: string;
      readonly operator: string;
      readonly public: string;
    };
    readonly unknown: (values: { readonly entered: string; readonly voiceList: string }) => string;
    readonly several: (values: { readonly entered: string }) => string;
    readonly notYours: {
      readonly public: (values: { readonly title: string }) => string;
      readonly operator: (values: { readonly title: string }) => string;
      readonly guild: (values: { readonly title: string }) => string;
      readonly someoneElse: (values: { readonly title: string }) => string;
      readonly unknown: string;
    };
    readonly create: {
      readonly offer: {
        readonly question: (values: { readonly title: string }) => string;
        readonly sent: (values: { readonly offer: string }) => string;
        readonly whoCanFind: (values: { readonly whoCanFind: string }) => string;
        readonly rights: string;
        readonly confirmSent: (values: { readonly time: string; readonly relative: string }) => string;
        readonly confirmUnsent: (values: { readonly time: string; readonly relative: string }) => string;
      };
      readonly cancelled: string;
      readonly cancelledSent: string;
      readonly expired: (values: { readonly voiceCreate: string }) => string;
      readonly expiredUnsent: (values: { readonly voiceCreate: string }) => string;
      readonly expiredSent: (values: { readonly voiceCreate: string }) => string;
      readonly alreadyAnswered: (values: { readonly voiceList: string }) => string;
      readonly sending: (values: { readonly title: string }) => string;
      readonly waitingForTraining: (values: { readonly title: string }) => string;
      readonly training: (values: { readonly title: string }) => string;
      readonly ready: (values: { readonly title: string; readonly id: string }) => string;
      readonly trainingFailed: {
        readonly failed: (values: { readonly title: string }) => string;
        readonly next: (values: { readonly voiceDelete: string; readonly id: string }) => string;
      };
      readonly stillTraining: (values: {
        readonly title: string;
        readonly after: string;
        readonly voiceInfo: string;
        readonly id: string;
      }) => string;
      readonly notFollowed: (values: {
        readonly title: string;
        readonly voiceInfo: string;
        readonly id: string;
      }) => string;
      readonly unsure: (values: { readonly title: string; readonly voiceList: string }) => string;
      readonly busy: string;
      readonly noRecording: (values: { readonly audio: string }) => string;
      readonly needsCover: (values: { readonly coverFormats: string; readonly cover: string }) => string;
      readonly limits: {
        readonly none: (values: { readonly settings: string }) => string;
        readonly person: (values: {
          readonly max: number;
          readonly voiceDelete: string;
          readonly settings: string;
        }) => string;
        readonly guild: (values: {
          readonly max: number;
          readonly voiceDelete: string;
          readonly settings: string;
        }) => string;
        readonly account: string;
        readonly direct: (values: { readonly max: number; readonly voiceDelete: string }) => string;
      };
    };
    readonly recordings: {
      readonly empty: (values: { readonly name: string }) => string;
      readonly tooLarge: (values: { readonly name: string; readonly maxBytes: string }) => string;
      readonly tooShort: (values: { readonly name: string; readonly min: number }) => string;
      readonly tooLong: (values: { readonly name: string; readonly max: number }) => string;
      readonly notAudio: (values: { readonly name: string; readonly readableFormats: string }) => string;
      readonly noSound: (values: { readonly name: string }) => string;
      readonly damaged: (values: { readonly name: string }) => string;
      readonly protected: (values: { readonly name: string }) => string;
      readonly unreadableSound: (values: { readonly name: string; readonly readableFormats: string }) => string;
      readonly cutOff: (values: { readonly name: string }) => string;
      readonly changed: (values: { readonly name: string; readonly voiceCreate: string }) => string;
      readonly hasGaps: (values: { readonly name: string }) => string;
    };
    readonly fields: {
      readonly titleMissing: string;
      readonly titleTooLong: (values: { readonly length: number; readonly max: number }) => string;
      readonly descriptionTooLong: (values: { readonly length: number; readonly max: number }) => string;
      readonly tagTooLong: (values: { readonly tag: string; readonly max: number }) => string;
      readonly tooManyTags: (values: { readonly count: number; readonly max: number }) => string;
      readonly invalidVisibility: string;
      readonly transcriptCount: (values: {
        readonly transcripts: number;
        readonly recordings: number;
        readonly transcript: string;
      }) => string;
      readonly coverTooLarge: (values: { readonly maxBytes: string }) => string;
      readonly coverNotAnImage: (values: { readonly cover: string; readonly coverFormats: string }) => string;
    };
    readonly info: {
      readonly id: string;
      readonly status: string;
      readonly visibility: string;
      readonly languages: string;
      readonly tags: string;
      readonly owner: string;
      readonly created: string;
      readonly updated: string;
      readonly likes: string;
      readonly uses: string;
      readonly samples: string;
      readonly defaultText: string;
      readonly recordings: string;
      readonly none: string;
      readonly you: string;
      readonly createdBy: (values: { readonly owner: string; readonly user: string }) => string;
      readonly visibilities: {
        readonly public: string;
        readonly unlist: string;
        readonly private: string;
      };
      readonly lockedVisibilities: {
        readonly public: string;
        readonly unlist: string;
        readonly private: string;
      };
      readonly sample: {
        readonly withoutTitle: (values: { readonly text: string }) => string;
        readonly withTitle: (values: { readonly title: string; readonly text: string }) => string;
      };
      readonly more: (values: { readonly count: number }) => string;
      readonly recording: {
        readonly withoutLanguage: string;
        readonly passed: string;
        readonly notPassed: (values: { readonly problem: string }) => string;
        readonly noProblem: string;
      };
    };
    readonly sampleReply: (values: { readonly title: string }) => string;
    readonly sampleText: string;
    readonly edit: {
      readonly formTitle: string;
      readonly formFields: {
        readonly title: string;
        readonly description: string;
        readonly tags: string;
        readonly visibility: (values: { readonly choices: string; readonly joined: string }) => string;
      };
      readonly visibilityNames: {
        readonly public: string;
        readonly unlist: string;
        readonly private: string;
      };
      readonly edited: {
        readonly updated: (values: { readonly title: string }) => string;
        readonly description: (values: { readonly description: string }) => string;
        readonly noDescription: string;
        readonly whoCanFind: (values: { readonly whoCanFind: string }) => string;
        readonly noTags: string;
        readonly someTags: (values: { readonly joined: string }) => string;
        readonly someTagsSeparator: string;
        readonly cover: string;
      };
      readonly nothingDifferent: (values: { readonly title: string }) => string;
      readonly needsCover: (values: {
        readonly title: string;
        readonly voiceEdit: string;
        readonly visibility: string;
        readonly cover: string;
      }) => string;
      readonly makersChoice: (values: { readonly title: string }) => string;
      readonly openForm: (values: { readonly title: string }) => string;
    };
    readonly delete: {
      readonly question: (values: { readonly title: string; readonly id: string; readonly users: string }) => string;
      readonly deleted: (values: { readonly title: string }) => string;
      readonly alreadyDeleted: string;
      readonly kept: (values: { readonly title: string }) => string;
    };
    readonly command: {
      readonly description: string;
      readonly voiceOption: string;
      readonly visibilityChoices: {
        readonly public: string;
        readonly unlist: string;
        readonly private: string;
      };
      readonly create: {
        readonly description: string;
        readonly options: {
          readonly title: string;
          readonly audio: string;
          readonly audio2: string;
          readonly audio3: string;
          readonly transcript: string;
          readonly visibility: string;
          readonly cover: (values: { readonly coverFormats: string }) => string;
          readonly description: string;
          readonly tags: string;
          readonly enhance: string;
          readonly sample: string;
        };
      };
      readonly list: {
        readonly description: string;
        readonly options: {
          readonly query: string;
          readonly scope: string;
          readonly language: string;
          readonly tag: string;
          readonly licensed: string;
          readonly sort: string;
        };
        readonly scopeChoices: {
          readonly mine: string;
          readonly public: string;
        };
        readonly sortChoices: {
          readonly popular: string;
          readonly used: string;
          readonly newest: string;
          readonly title: string;
        };
      };
      readonly info: {
        readonly description: string;
      };
      readonly edit: {
        readonly description: string;
        readonly options: {
          readonly title: string;
          readonly description: string;
          readonly visibility: string;
          readonly tags: string;
          readonly cover: (values: { readonly coverFormats: string }) => string;
        };
      };
      readonly delete: {
        readonly description: string;
      };
      readonly use: {
        readonly description: string;
        readonly voiceOption: string;
        readonly options: {
          readonly speed: string;
          readonly volume: string;
          readonly member: string;
        };
      };
    };
    readonly list: {
      readonly parts: {
        readonly countVoices: (values: { readonly count: number }) => string;
        readonly languageList: {
          readonly noHidden: (values: { readonly joined: string }) => string;
          readonly noHiddenSeparator: string;
          readonly someHidden: (values: { readonly joined: string; readonly hidden: number }) => string;
          readonly someHiddenSeparator: string;
        };
      };
      readonly title: {
        readonly mine: string;
        readonly mineAndGuild: string;
        readonly public: string;
        readonly query: (values: { readonly query: string }) => string;
        readonly tag: (values: { readonly tag: string }) => string;
        readonly licensed: string;
      };
      readonly line: {
        readonly status: (values: { readonly status: string }) => string;
        readonly likes: (values: { readonly likes: number }) => string;
      };
      readonly page: {
        readonly withoutPages: (values: { readonly page: number }) => string;
        readonly withPages: (values: { readonly page: number; readonly pages: number }) => string;
        readonly exact: (values: { readonly voices: number }) => string;
        readonly about: (values: { readonly voices: number }) => string;
        readonly moreThan: (values: { readonly voices: number }) => string;
        readonly sentence: (values: { readonly place: string; readonly counted: string }) => string;
      };
      readonly emptyPage: string;
      readonly noPublicTitles: (values: { readonly sort: string }) => string;
      readonly chooseVoice: string;
      readonly noMatchesMine: (values: { readonly publicScope: string }) => string;
      readonly noMatchesPublic: string;
      readonly noneMine: (values: { readonly voiceCreate: string; readonly publicScope: string }) => string;
      readonly nonePublic: (values: { readonly voiceCreate: string }) => string;
      readonly cutOff: (values: {
        readonly max: string;
        readonly query: string;
        readonly language: string;
        readonly tag: string;
      }) => string;
      readonly onlyPublicLicensed: (values: { readonly publicScope: string; readonly licensed: string }) => string;
    };
    readonly service: {
      readonly madeNarrower: (values: { readonly asked: string; readonly came: string; readonly id: string }) => string;
      readonly madeWider: (values: {
        readonly asked: string;
        readonly came: string;
        readonly voiceEdit: string;
        readonly voiceDelete: string;
      }) => string;
      readonly retiring: {
        readonly withoutAtMs: (values: { readonly title: string }) => string;
        readonly withAtMs: (values: {
          readonly title: string;
          readonly date: string;
          readonly relative: string;
        }) => string;
      };
      readonly retiringLabel: {
        readonly withoutAtMs: string;
        readonly withAtMs: (values: { readonly at: string }) => string;
      };
      readonly licensed: string;
      readonly isLicensed: string;
      readonly release: string;
      readonly releases: {
        readonly released: string;
        readonly retiring: string;
      };
      readonly takenDown: string;
      readonly takedowns: {
        readonly dmca: string;
        readonly policy: string;
      };
      readonly otherValue: (values: { readonly word: string }) => string;
    };
    readonly use: {
      readonly parts: {
        readonly named: {
          readonly withoutTitle: string;
        };
        readonly sound: {
          readonly byDefault: string;
          readonly voice: (values: { readonly title: string }) => string;
          readonly speed: (values: { readonly speed: string }) => string;
          readonly volume: (values: { readonly gain: string }) => string;
          readonly detailed: (values: { readonly name: string; readonly details: string }) => string;
          readonly separator: string;
        };
      };
      readonly here: (values: { readonly sound: string }) => string;
      readonly everywhere: (values: { readonly sound: string }) => string;
      readonly onlyInItsServer: (values: { readonly sound: string }) => string;
      readonly onlyInItsServerAndDirect: (values: { readonly sound: string }) => string;
      readonly takenBackHere: string;
      readonly takenBackEverywhere: string;
      readonly nowHere: (values: { readonly here: string; readonly elsewhere: string }) => string;
      readonly forMember: (values: {
        readonly user: string;
        readonly sound: string;
        readonly voiceUse: string;
      }) => string;
      readonly notForMember: string;
      readonly membersByManagers: string;
      readonly membersInServers: string;
      readonly nowEverywhere: (values: { readonly sound: string }) => string;
    };
    readonly unknownEntered: (values: {
      readonly entered: string;
      readonly voiceList: string;
      readonly voiceInfo: string;
    }) => string;
    readonly severalEntered: (values: { readonly entered: string; readonly voiceInfo: string }) => string;
  };
  readonly names: {
    readonly commands: {
      readonly say: string;
      readonly join: string;
      readonly leave: string;
      readonly skip: string;
      readonly stop: string;
      readonly pause: string;
      readonly resume: string;
      readonly queue: string;
      readonly autoread: string;
      readonly 'autoread on': string;
      readonly 'autoread off': string;
      readonly 'autoread status': string;
      readonly pronounce: string;
      readonly 'pronounce add': string;
      readonly 'pronounce remove': string;
      readonly 'pronounce list': string;
      readonly 'pronounce import': string;
      readonly 'pronounce export': string;
      readonly captions: string;
      readonly 'captions start': string;
      readonly 'captions stop': string;
      readonly 'captions status': string;
      readonly 'captions overlay': string;
      readonly 'captions export': string;
      readonly 'captions auto': string;
      readonly transcribe: string;
      readonly voice: string;
      readonly 'voice create': string;
      readonly 'voice list': string;
      readonly 'voice info': string;
      readonly 'voice use': string;
      readonly 'voice edit': string;
      readonly 'voice delete': string;
      readonly usage: string;
      readonly privacy: string;
      readonly 'privacy show': string;
      readonly 'privacy opt-out': string;
      readonly 'privacy opt-in': string;
      readonly 'privacy erase': string;
      readonly settings: string;
      readonly doctor: string;
      readonly help: string;
    };
    readonly options: {
      readonly text: string;
      readonly voice: string;
      readonly style: string;
      readonly speed: string;
      readonly volume: string;
      readonly member: string;
      readonly file: string;
      readonly channel: string;
      readonly auto_join: string;
      readonly word: string;
      readonly as: string;
      readonly scope: string;
      readonly language: string;
      readonly interim: string;
      readonly voice_channel: string;
      readonly mode: string;
      readonly thread: string;
      readonly format: string;
      readonly title: string;
      readonly audio: string;
      readonly audio2: string;
      readonly audio3: string;
      readonly transcript: string;
      readonly visibility: string;
      readonly cover: string;
      readonly description: string;
      readonly tags: string;
      readonly enhance: string;
      readonly sample: string;
      readonly query: string;
      readonly tag: string;
      readonly licensed: string;
      readonly sort: string;
      readonly command: string;
    };
    readonly menus: {
      readonly Transcribe: string;
      readonly Speak: string;
    };
  };
}
