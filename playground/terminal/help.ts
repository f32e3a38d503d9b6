/** What `help` prints: what one can type. */
export const HELP = `  /say hello there         run any of the bot’s commands; options are name:value, and Tab completes them and their values
                           (a file option takes a path: /transcribe file:talks/monday.m4a)
  press LABEL              press a button: the latest of that name, or by its number in the message
  choose N, choose LABEL   choose from a menu; several of one menu with commas
  pick N NAME, NAME        choose roles, channels or people in menu N by their names; none clears it
  press #3 LABEL           the same in an earlier message: its number stands after its author (choose #3 N, pick #3 N NAME)
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
  grace Good morning.      have Grace say this in your voice channel, or Linus: linus Hello. Try it with /captions start
  as Grace, as Linus       type as one of them, who manage nothing, until you’re Ada again: as Ada
  wait, wait WORDS         wait until the answer was spoken (30 s without sound at most), or for words to appear (60 s);
                           Ctrl-C ends the wait, and at the prompt the playground
  help, ?                  print this list
  quit, exit               end the playground`;
