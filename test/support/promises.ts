/**
 * What Mynah promises, by section, each with an id. A test that fails when a promise is broken names it:
 * `it('…', { meta: { promises: ['id'] } }, …)`. `npm run promises` writes docs/promises.md from both, and a run of all tests
 * fails when a promise has no passing test.
 */
export const PROMISES = {
  'Who may': {
    'transcript-status-captions-private':
      "The transcript and status of captions in a private thread go only to its members and to those with Manage Threads; where Discord doesn't say who is a member, to nobody.",
    'transcript-people-read-channel':
      'A transcript goes only to people who may read the channel that showed it, the chat of a voice channel included.',
    'power-over-bot-comes':
      "Power over the bot comes from the server's permissions or those in the voice channel that an act is about, never from the channel in which a command is typed.",
    'voice-channel-captioned-joined':
      'A voice channel is captioned, or joined by name, only for people who may see and enter it themselves.',
    'status-queue-shown-people': 'Status and queue are shown only to people who may see the voice channel.',
    'say-never-speaks-name': "`/say` never speaks the name of a channel or private thread that the caller can't see.",
    'stop-button-ends-captions': 'A Stop button ends the captions that it was posted for, never later ones.',
    'select-queue-removes-text':
      'The select of `/queue` removes the text that it showed, never one of a later session.',
    'manager-hide-delete-members':
      "A manager may hide or delete a member's voice, never show it to more people: only its maker may.",
    'discord-guild-id-global': 'With `DISCORD_GUILD_ID`, global commands of an earlier start are removed.',
    'without-another-one-commands': 'Without it, or with another one, the commands of the earlier server are removed.',
    'discord-guild-id-whatever':
      'With `DISCORD_GUILD_ID`, whatever comes from elsewhere is answered with one clear line, and the bot stays a member there.',
    'allowed-guilds-bot-leaves':
      'With `ALLOWED_GUILDS`, the bot leaves every other server, at its start and when it is added later, and posts nothing there.',
    'neither-voice-nor-captions':
      'Neither voice nor captions start or are resumed in a server that the operator does not allow.',
    'without-allow-direct-discord':
      'Without `ALLOW_DIRECT`, Discord offers no command in direct messages and to user installs, and what still arrives is refused.',
    'commands-menus-buttons-forms':
      'Commands, menus, buttons and forms from where the bot may not work do nothing, and autocompletes search for nothing.',
    'persons-own-app-gets': "A person's own app gets no power over a server that is not allowed.",
    'discord-guild-id-allowed': 'A `DISCORD_GUILD_ID` that `ALLOWED_GUILDS` leaves out ends the start with one line.',
  },
  'Who is heard': {
    'notice-posted-voice-channels':
      "The notice is posted in the voice channel's own chat as well when captions go elsewhere.",
    'bot-post-there-answer':
      'Where the bot may not post there, the answer to `/captions start` names the missing permission.',
    'someone-joins-later-told':
      'Someone who joins later is told once in the chat, without a ping; who opted out is not.',
    'captions-start-automatically-post':
      'Captions that start automatically post the same notices, and name nobody as their starter.',
    'stay-off-after-someone':
      'They stay off after someone ended them or sent the bot away, until everyone has left once.',
    'start-readers-cant-see':
      "They start for readers who can't see the voice channel only if a manager confirmed that, whom the notice names.",
    'status-people-had-set':
      'A status that people had set is read first and restored, also when the bot leaves or shuts down.',
    'channel-status-set-again': 'The channel status is set again when Discord drops it.',
    'status-person-sets-meanwhile': 'A status that a person sets meanwhile is kept, and a person who insists wins.',
    'captions-never-unasked-channel':
      "Captions never go, unasked, to a channel with readers who can't see the voice channel.",
    'caller-choose-voice-channels': "The caller can choose the voice channel's chat.",
    'someone-manage-channels-there': 'Or someone with Manage Channels there confirms publicly and is named.',
    'captions-nobody-confirmed-end':
      'Captions that nobody confirmed end when permissions change so that others could read them.',
    'transcript-captions-nobody-confirmed':
      'The transcript of captions that nobody confirmed goes only to people who can also see the voice channel, until that is deleted.',
    'confirmation-stored-session-without':
      'A confirmation is stored with its session, without who gave it, and holds for the transcript and for late text after a restart.',
    'captions-end-notices-voice':
      "When captions end, the notices in the voice channel's chat say so and offer no Stop or Opt in button.",
    'someone-confirm-captions-more':
      'Someone who may confirm captions for more readers is named in the public notice when they start them.',
    'public-question-about-captions':
      'A public question about captions loses its button when captions started otherwise.',
    'captions-keep-consent-rule':
      'Captions keep the consent rule that their notice announced: a change from opt-in to opt-out applies only from the next start, also for clips that are transcribed after a restart; a change to opt-in applies at once.',
    'settings-says-so-captions': '`/settings` says so while captions are on.',
    'after-opt-out-nothing':
      'After an opt-out nothing more of that person is posted: lines that wait in the display queue go too, through webhooks and as plain messages.',
    'being-posted-edited-moment': 'What is being posted or edited in at that moment is taken back once it is there.',
    'transcript-offered-end-lacks':
      'A transcript offered at the end lacks what was erased before or while it was sent.',
    'privacy-erase-offers-delete':
      '`/privacy erase` offers to delete the caption messages of that person and says how many it deleted.',
    'privacy-erase-says-cant': "`/privacy erase` says what it can't reach.",
    'privacy-erase-deletes-answers':
      "`/privacy erase` deletes the answers with the text of that person's voice messages too.",
    'voice-messages-answered-after':
      'Voice messages are answered only after their channel read a notice, and never for people who opted out or were erased, also while they are transcribed.',
    'deleted-voice-message-takes':
      'A deleted voice message takes its answer along, and has none when it is deleted before.',
    'messages-posted-before-restart':
      'Messages posted before a restart can be deleted, and an interrupted deletion continues at the next start.',
    'ids-messages-kept-long': 'IDs of messages are kept only as long as their transcript.',
    'erasure-covers-every-process':
      "An erasure covers every process on the database: what was said before can't be stored afterwards by a slow one.",
    'clips-captions-other-processes': 'Clips and captions of other processes are cancelled, by notice or by polling.',
    'erasure-opt-out-reaches': 'An erasure or opt-out reaches the clips on disk of a process that was down.',
    'changing-shards-orphans-nothing':
      'Changing SHARDS orphans nothing: clip folders of any setting are taken over, and leftover downloads removed.',
    'clips-servers-another-process':
      'Clips of servers that another process serves now are still transcribed and stored, and their old transcripts deleted.',
    'read-began-before-opt': "A read that began before an opt-out was written can't undo it.",
    'other-processes-learn-opt': 'Other processes learn of an opt-out at once (LISTEN/NOTIFY), and poll as well.',
    'two-processes-decisions-later':
      "Of two processes' decisions, the later one by the database's order applies, whatever their clocks say.",
    'database-fails-start-switches':
      'A database that fails at the start switches off neither recovery, retention, nor following other processes.',
    'upkeep-runs-each-task': 'Upkeep runs each task on its own schedule and reports failures.',
    'button-under-notice-opts':
      'The button under the notice opts in for this server only; every opt-in reply says where it holds and offers the other choice.',
    'opt-one-server-lifts':
      'An opt-in for one server lifts an opt-out there only; a later opt-out removes all opt-ins.',
    'privacy-show-lists-decisions': '`/privacy show` lists where decisions hold; erasing keeps them.',
    'damaged-clips-bounded-kept':
      'Damaged clips are bounded, kept for a day, and erased with their speaker or when that is unknown.',
    'voice-message-person-opted':
      'A voice message of a person who opted out is transcribed for themselves only; a forwarded one, whose sender is unknown, for nobody.',
    'captions-cant-posted-any':
      "Where captions can't be posted any more (403), listening ends, and the transcript stays.",
    'chat-isnt-read-aloud':
      "Chat isn't read aloud where people may enter who can't see it, unless someone who manages the channel allows that in public. When permissions change or Mynah is moved, that is checked again.",
    'channel-read-aloud-after':
      'A channel is read aloud only after a public notice in it, and only those who manage it turn that on.',
    'people-mute-themselves-any':
      'People can mute themselves at any time, also for messages that wait; erasing keeps that. A deleted message is not heard any more.',
    'continued-can-be-taken-back':
      'What a restart continues can be taken back: it goes on only if its messages are there, unchanged, in a channel that these listeners may hear, of people who are not muted, and it follows deletions, mutes and permissions as before.',
    'proxied-are-their-authors':
      "What PluralKit or Tupperbox posts is its author's: it is read once, under the proxy's name, with the author's mute, role, limit and opt-out; what can't be told whose it is isn't read.",
    'screens-go-by-speaker-ids':
      'Which speakers a screen shows (`who=`) goes by ids that stay when somebody takes another name, and that say nothing about Discord.',
    'hidden-channels-arent-named':
      'The log of changes and the lists in `/settings` name a channel only to people who may see it.',
    'names-are-nobody-elses':
      "A chosen name isn't said while somebody listens whose name it has in it or is read like, no name ends a sentence, no dictionary changes names, and no word of a server's dictionary begins or ends a sentence.",
    'messages-read-aloud-never': 'Messages that are read aloud never reach the log, not even when something fails.',
  },
  'Who pays, and fairness': {
    'one-request-speech-service':
      'One request to the speech service stays free for speech in voice channels, however many files one server asks for.',
    'one-permit-stays-speech': 'One permit stays for speech, whatever comes in whatever order.',
    'files-take-most-half': 'Files take at most half of the permits.',
    'server-takes-most-fair': 'A server takes at most its fair share when others wait, whatever the kind.',
    'next-permit-server-holds': 'The next permit goes to the server that holds least.',
    'nobody-waits-forever-permit':
      'Every request gets a permit eventually, and no permit stays idle while a request that could use it waits.',
    'speech-concurrency-1-speech':
      'With SPEECH_CONCURRENCY=1, speech in voice interrupts a file, which is made afterwards.',
    'voice-threads-interrupt-each':
      "Voice threads interrupt each other's requests in the same way, and it counts as no failure.",
    'request-interrupted-most-twice': 'A request is interrupted at most twice.',
    'long-text-file-holds': 'A long text as a file holds a permit for half a minute of speech at a time.',
    'spool-full-server-fills': 'When the spool is full, the server that fills it loses its own oldest clip.',
    'hundred-clips-one-server': "A hundred clips of one server don't delay another server's clip, new or in a backlog.",
    'backlog-between-servers-turn': 'A backlog goes between servers in turn, each oldest first.',
    'outage-servers-probe-turn': 'In an outage, servers probe in turn.',
    'clips-could-written-disk': 'Clips that could not be written to disk are lost by the server with most of them.',
    'transcribe-server-then-person': '/transcribe goes by server, then by person.',
    'one-servers-recordings-never': "One server's recordings never hold all four places of /transcribe.",
    'voice-create-server-then': '/voice create goes by server, then by person.',
    'voice-create-has-bound': '/voice create has a bound, and says when too many wait.',
    'recordings-parsed-low-priority': 'Recordings are parsed at a low priority of the operating system.',
    'persons-servers-accounts-daily':
      "A person's, a server's and the account's daily limits each refuse on their own, and nobody else is refused for them.",
    'budgets-counted-over-all': 'Budgets are counted over all processes, and never exceeded by texts and recordings.',
    'budgets-survive-restart': 'Budgets survive a restart.',
    'never-reached-speech-service': 'What never reached the speech service is given back.',
    'limit-people-read-used':
      "At a limit people read what is used up, whose it is and when it resets; the account's limit tells nothing about other servers.",
    'captions-end-notice-transcript':
      'Captions end with a notice and their transcript when the minutes are used up, never silently, and cannot be started again that day.',
    'interim-captions-count-upload': 'Interim captions count what they upload.',
    'counting-captions-never-waits':
      'Counting captions never waits for the database, and loses no count while it is away.',
    'managers-told-once-day': 'Managers are told once a day at 80 %, over all processes; of the account, the operator.',
    'recording-longer-than-left': 'A recording that is longer than what is left is refused before anything is sent.',
    'account-keeps-most-so': 'The account keeps at most so many voices, over all servers.',
    'usage-shows-mine-me': "`/usage` shows mine to me alone, and the server's to those who manage it.",
    'accounts-use-services-credit':
      "The account's use and the service's credit go to the operator's log, hourly and at the end of the day, once over all processes.",
    'servers-manager-lower-limits': "A server's manager can lower limits, never raise them.",
    'each-limit-whole-number':
      'Each limit is a whole number or `unlimited`; anything else ends the start with one line.',
    'person-used-deleted-older':
      'What a person used is deleted when it is older than yesterday; erasing does not reset it.',
    'recording-whose-packets-longer': 'A recording whose packets are longer than its container claims is refused.',
    'person-uses-costly-command':
      'A person who uses a costly command too often gets one line with the seconds to wait, and the command does nothing.',
    'buttons-limited-together-whatever': 'Buttons are limited together, whatever their command.',
    'autocompletes-beyond-limit-have':
      'Autocompletes beyond the limit have no choices, silently, and a newer keystroke ends the search of the older one.',
    'whatever-stops-ends-hides': 'Whatever stops, ends or hides something has no limit.',
    'counts-take-bounded-memory': 'The counts take bounded memory and do not keep the process running.',
    'mentions-text-make-most':
      'The mentions of a text make at most five requests to Discord, four at once for the whole bot.',
    'viewers-voice-messages-have':
      'Viewers and voice messages have places that servers share fairly: of all that are taken, the server with most loses its newest.',
    'announcements-joins-leaves-wait': 'Announcements of joins and leaves wait five at a time.',
  },
  'Hostile input': {
    'persons-clips-hold-more':
      "A person's clips hold no more sound than real time allows, whatever their packets claim. A clip is bounded by sound, packets, bytes and time.",
    'interim-uploads-bounded-each':
      'Interim uploads are bounded for each clip by number and by cost: four times its sound.',
    'live-message-known-fields':
      'Of a live message, only known fields are decoded, and of each at most 16 KiB besides sound; a message of more than 100,000 values is not read to its end.',
    'transcript-cut-said-time':
      'A transcript is cut to what can be said in its time, and voice models to bounded texts.',
    'splitting-text-takes-linear': 'Splitting text takes linear time.',
    'audio-text-bounded-length':
      'The audio of a text is bounded by its length, and a file by 64 MiB. Beyond that the text ends with an error and the queue continues.',
    'speech-services-own-words': "The speech service's own words never reach a log; a code and a length do.",
    'changing-consent-sends-difference':
      "Changing consent sends a difference to running sessions, not everyone's decision; a session never receives the decision of someone who hasn't spoken in it.",
    'until-engine-knows-hear':
      'Until the engine knows that it may hear someone, nothing they say is reported, stored or sent.',
    'restarted-voice-thread-gets': 'A restarted voice thread gets all differences.',
    'pressing-fast-limited-opt': 'Pressing fast is limited, an opt-out is never refused, and the last decision counts.',
    'data-dir-locked-one':
      'DATA_DIR is locked by one process; a second one ends with code 1 and one line that says who holds it, before it opens anything.',
    'lock-ends-process-crash':
      'The lock ends with the process, in a crash too, without a clean-up, whatever the process ids are.',
    'shard-sends-most-110':
      "A shard sends at most 110 messages to Discord's gateway in any 63 s, so that heartbeats have room below Discord's 120 a minute, whatever joins or is mended.",
    '140-joins-once-one': '140 joins at once on one shard all arrive, and none is refused by Discord.',
    '400-sessions-one-shard':
      '400 sessions of one shard that drop at once all come back in the time that the limit allows, with no failure told.',
    'joins-repairs-restores-share': 'Joins, repairs and restores share one pace, people who wait first.',
    'newest-request-server-stays': 'Only the newest request of a server stays queued, over reconnections too.',
    'wait-discords-answer-begins': "The wait for Discord's answer begins when the request was sent.",
    'request-waits-never-undoes': 'A request that waits never undoes a kick or a drag.',
    'queue-bounded-whoever-finds': 'The queue is bounded; a request that it has no room for is told when to try again.',
    'parsers-sound-ogg-opus': 'Parsers of sound (Ogg, Opus, RTP, WAV, mp3, MP4, EBML) survive any bytes.',
    'parsers-services-messages-custom':
      "Parsers of the service's messages, custom ids, mentions, markdown, subtitles survive any input.",
    'dictionaries-csv-files-survive':
      'Dictionaries and their CSV files survive any input, and make no control token of the speech service.',
    'style-say-made-words':
      'A style of `/say` is made of words: it can carry no control token of the speech service, and end no expression mark.',
    'exported-csv-has-cell':
      'Exported CSV has no cell that a spreadsheet runs, whatever it takes for the delimiter, and an import gives way to other work.',
  },
  'Captions on a screen': {
    'nothing-read-without-secret':
      'Nothing can be read without a secret of 192 random bits, of which only a SHA-256 is stored.',
    'addresses-wrong-malformed-revoked':
      'Addresses that are wrong, malformed, revoked or ended are answered slowly and exactly alike; refusals that wait are bounded.',
    'address-ends-once-revoked':
      'An address ends at once when it is revoked, in whatever process, and when its captions end.',
    'restart-crash-lets-address':
      'Only a restart or a crash lets an address outlive its captions: for 15 minutes, and for captions of the same two channels or, if both started by themselves, of another thread of the same channel.',
    'opting-out-erasing-take':
      'Opting out and erasing take a person’s lines off every screen at once, also lines from before the address, and in whatever process it happens.',
    'names-words-break-neither': 'Names and words break neither the stream nor its framing, whatever they contain.',
    'pages-have-strict-headers':
      'Pages have strict headers (CSP, no sniffing, no referrer, no index, no cache), and no file outside their folders is served.',
    'viewer-reads-too-slowly':
      'A viewer who reads too slowly is cut off and delays nobody; viewers are bounded by address and in all.',
    'everyone-captioned-learns-captions':
      'Everyone who is captioned learns that captions can be read outside Discord; without that notice there is no address.',
    'address-shown-maker-alone': 'An address is shown to its maker alone, and neither logged nor stored.',
    'people-stop-captions-read': 'Only people who may stop captions and can read them make or revoke addresses.',
    'address-lives-maker-read':
      'An address lives only while its maker may read and share the captions: voice state, roles, permissions and membership are looked at as they change, every minute, and before it goes on after a restart.',
    'everyone-makes-address-announced': 'Everyone who makes an address is announced, not only the first.',
    'wrong-address-costs-look':
      'A wrong address costs no look-up, and requests of one connection are answered one after the other.',
    'connections-send-nothing-dont': "Connections that send nothing don't keep health checks from being answered.",
  },
  Operation: {
    'traces-hold-nothing-people': "Traces hold nothing that people said or wrote, and nobody's ID.",
    'labels-metrics-have-declared':
      'Labels of metrics have declared values only, none of which names a server or a person.',
    'doctor-says-how-many': '`/doctor` says how many people opted out, and who they are to managers only.',
    'numbers-machine-applications-owner': "Numbers of the machine go to the application's owner and its team only.",
    'restoring-backup-undoes-decision':
      'Restoring a backup undoes no decision about captions, and brings back no transcript that was erased since, if the database before it is intact.',
    'process-hangs-middle-charge':
      'A process that hangs in the middle of a charge or a decision holds up no other process.',
    'shard-never-has-two': 'A shard never has two owners for more than five seconds after a short cut.',
    'pooler-shares-sessions-refused':
      'A pooler that shares sessions is refused at the start and by `--check`, with what to set.',
    'after-failover-every-decision':
      'After a failover every decision is read again; an opt-out that the database lost is stored again.',
    'restore-brings-back-address':
      'A restore brings back no address of captions and no voice session, and moves the epoch on.',
    'every-package-has-hash':
      'Every package has a hash in the lock for every platform, and npm runs no script of a package.',
    'images-named-digest-container':
      "Images are named by digest, and the container can't change the code that the next start loads.",
  },
} as const satisfies Readonly<Record<string, Readonly<Record<string, string>>>>;

type Sections = typeof PROMISES;

/** The id of a promise. */
type PromiseId = { [Section in keyof Sections]: keyof Sections[Section] }[keyof Sections];

declare module 'vitest' {
  interface TaskMeta {
    /** The promises that the test shows. */
    readonly promises?: readonly PromiseId[];
  }
}
