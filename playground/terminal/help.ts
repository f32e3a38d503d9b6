/** What `help` prints: what one can type. */
export const HELP = `  /say hello there         run any of the bot’s commands; options are name:value, Tab completes them
                           (a file option takes a path: /transcribe file:talks/monday.m4a)
  press LABEL, choose N    press a button, or choose from a menu; the latest with that name counts
  pick N NAME, NAME        choose roles, channels or people in menu N by their names; none clears it
  fill NAME:VALUE …        fill in the open form and submit it
  hello everybody          any other line is a message in the channel: try it with /autoread on auto_join:true
  edit NEW TEXT, delete    edit or delete your latest message
  send PATH                send a message with a file; then “menu Transcribe” runs that menu on it
  voice-message Hi there.  record these words and send them as a voice message; “menu Transcribe” works on it, too
  in captions, in dm       switch to another text channel, or to direct messages with the bot
  go Studio, go nowhere    move to another voice channel, or leave voice
  server Workshop, server  switch to another server, which is made if there is none of that name; list them
  language de              use Discord in another language, by its code; press Tab after / for its commands. The English
                           names of commands and options work in every language
  grace Good morning.      have Grace say this in your voice channel; try it with /captions start
  as Grace, as Ada         type as Grace, who manages nothing, until you’re Ada again
  wait, wait WORDS         wait until the answer was spoken (30 s without sound at most), or for words to appear (60 s)
  help                     print this list
  quit                     end the playground`;
