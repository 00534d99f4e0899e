/**
 * The words and sentences of English; a new language is one more file of this shape. Words are separated by `|`. In
 * `verbs`, `…` stands for what the verb acts on. In `terms` and `examples`, `=` stands before the meaning.
 */
export const english = {
  verbs: {
    add: 'add|insert|put|put in|place|create|append|include|add in|i need|we need|i want|stick|drop in|place in',
    connect: 'connect|link|wire|wire up|wire … up|hook up|hook … up|link up|plug',
    disconnect: 'disconnect|unlink|unplug|detach|unhook|unwire',
    rename: 'rename|call|name|title|label|relabel|retitle|change the name of|change the label of|change the title of',
    set: 'set|change|adjust|update|raise|lower|increase|decrease|reduce|turn|turn up|turn down',
    remove: 'remove|delete|get rid of|take out|take … out|erase|discard|throw out|throw … out|throw away|kick out',
    replace: 'replace|swap|swap out|exchange|turn|change|convert|switch',
    clear:
      'clear|clear everything|clear all|clear the workflow|clear the canvas|empty the workflow|empty the canvas|delete everything|delete all nodes|delete all the nodes|remove everything|remove all nodes|remove all the nodes|start over|start from scratch',
    layout:
      'lay out|lay … out|layout|auto-layout|auto layout|arrange|rearrange|tidy|tidy up|tidy … up|align|align … neatly|arrange … neatly|arrange … from left to right|arrange … horizontally|lay out … horizontally|clean up the layout of|clean up the layout|tidy up the layout|tidy up the layout of|tidy the layout',
    layoutDown:
      'lay out … vertically|lay … out vertically|arrange … vertically|arrange … from top to bottom|arrange … top to bottom|lay out … from top to bottom|lay … out from top to bottom|layout vertically',
    undo: 'undo|revert|take … back|take back|roll back',
    redo: 'redo',
    explain:
      'explain|describe|what does … do|what is|what are|how does … work|how do … work|tell me about|tell me what … does|what settings does … have|which settings does … have|show the settings of|list the settings of|show',
    list: 'list|show|show me|which … are there|what … are there|which … do i have|what … do i have',
    check:
      'check|validate|verify|what is wrong|what is wrong with|is … valid|are there any problems|find problems in|does … have any problems',
    search:
      'search for|search|find a node for|find a node to|find|is there a node for|is there a node to|which node is for|what can i use for|what can i use to|which nodes are for',
    help: 'help|help me|what can you do|what do you understand|what can i say|how do you work',
  },
  roles: {
    to: 'to|into|as|->|→|=|:',
    with: 'with|by|for|into|using|set to|that has|whose',
    after: 'after|behind|following|right after|directly after|right behind|directly behind|downstream of',
    before: 'before|in front of|ahead of|right before|directly before|upstream of',
    between: 'between|in between',
    called: 'called|named|with the name|labelled|labeled|titled|and call it|and name it',
    of: 'of|for|in|on|at',
    from: 'from|of|with|and',
  },
  /** Words that join clauses and the items of a list. */
  joins: 'and|then|and then|and also|after that|and finally|finally|&|plus|as well as',
  articles: 'a|an|the|another|new|my|our|this|that|some|single|extra|additional|one more|existing|current|any',
  definite: 'the|this|that|my|our',
  openings:
    "please|pls|plz|can you|could you|would you|will you|can you please|could you please|would you please|i would like to|i'd like to|i would like you to|i'd like you to|i want to|i want you to|i need to|we need to|let us|let's|lets|just|also|now|next|then|and|first|finally|ok|okay|hi|hello|hey|hi there|hello there|great|thanks|thank you|well|so|go ahead and|kindly|help me|help me to|additionally|afterwards|after that|i need you to|lastly",
  closings:
    'please|pls|plz|thanks|thank you|thx|now|for me|too|as well|also|again|directly|straight away|right away|in the workflow|to the workflow|to my workflow|to this workflow|in my workflow|in this workflow|from the workflow|from my workflow|from this workflow|in here|here|will you|would you|ok|okay|if you can|if possible|to the canvas|on the canvas|from the canvas|together|and thanks|cheers',
  /** Words that turn a sentence around: a part that has one and is not understood stops the whole message. */
  reversals:
    "not|no|never|don't|dont|do not|doesn't|isn't|won't|can't|cannot|without|except|but|unless|if|when|whenever|until|till|once|while|instead|rather|otherwise|actually|wait|only|because|although|why|should|hold on|sorry|stop|forget|ignore|keep|leave|cancel|nothing|neither|nor|or|maybe|perhaps|versus",
  nouns: {
    node: 'node|nodes|step|steps|block|blocks|element|elements|box|component|components',
    edge: 'connection|connections|link|links|edge|edges|wire|wires|wiring',
    type: 'node type|node types|type|types|available nodes|available node types|possible nodes',
    /** The whole workflow, or the last change of it. */
    whole:
      'workflow|flow|canvas|graph|pipeline|diagram|layout|it|this|that|this one|everything|all nodes|all of it|all the nodes|all|every node|it all|last change|last step|last edit|change|the last one|last command|nodes',
  },
  pronouns: 'it|that|this|that one|this one|the new one|the new node',
  all: 'all|every|each|all of the|all of|any',
  both: 'both|both of the|the two|both the',
  ordinals:
    'first|1st, second|2nd, third|3rd, fourth|4th, fifth|5th, sixth|6th, seventh|7th, eighth|8th, ninth|9th, tenth|10th, last|final',
  numbers: 'one|two|three|four|five|six|seven|eight|nine|ten',
  decimal: '.' as string,
  yes: 'true|yes|on|enabled|active',
  no: 'false|no|off|disabled|inactive',
  units: 'ms|millisecond|milliseconds, s|sec|secs|second|seconds, min|mins|minute|minutes, h|hour|hours',
  terms: '',
  examples:
    'add=add a <node type> after <node>|connect=connect <node> to <node>|disconnect=disconnect <node> from <node>|rename=rename <node> to "<name>"|set=set <setting> of <node> to <value>|remove=remove <node>|replace=replace <node> with a <node type>|explain=explain <node>|list=list nodes|layout=lay out the workflow|check=check the workflow|search=search for <words>|help=help',
  tag: 'en' as string,
  /** A message of validation or of an edit in this language. */
  message: (english: string) => english,
  texts: {
    added: (node: string, type: string) => `Add ${node} of type ${type}.`,
    connected: (from: string, to: string) => `Connect ${from} to ${to}.`,
    disconnected: (from: string, to: string) => `Disconnect ${from} from ${to}.`,
    renamed: (node: string, label: string) => `Rename ${node} to **${label}**.`,
    set: (key: string, node: string, value: string) => `Set ${key} of ${node} to ${value}.`,
    removed: (node: string) => `Remove ${node}.`,
    replaced: (node: string, type: string) => `Replace ${node} with ${type}.`,
    ran: (command: string) => `Run \`${command}\`.`,
    noProblems: 'The workflow has no problems.',
    help: 'Commands change this workflow; nothing changes until you apply them. A message can contain several:',
    stillToDo: 'Still to do before it can run:',
    leftOut: (part: string, reason: string) => `Left out: "${part}". ${reason}`,
    notUnderstood: (part: string) => `Not understood: "${part}". Try, for example:`,
    noNode: (phrase: string) => `"${phrase}" does not identify a node.`,
    noType: (phrase: string) => `There is no node type "${phrase}".`,
    noSetting: (phrase: string) => `There is no setting "${phrase}".`,
    which: (phrase: string) => `"${phrase}" is ambiguous. Which one do you mean?`,
    badValue: (key: string, value: string, why: string) => `${key} cannot be "${value}": ${why}.`,
    secret: (key: string) => `${key} is secret, and the chat accepts no secrets. Enter it in the settings of the node.`,
    noFit: (from: string, to: string) => `Cannot connect ${from} to ${to}: no output clearly matches a free input.`,
    already: 'Nothing to change: the workflow already has this.',
    tooMuch: 'This message takes too long to understand. Please use shorter sentences, one change in each.',
    modelFailed: (why: string) =>
      `_The model could not be asked (${why}). The built-in assistant answers instead; it understands simpler requests._`,
    modelTooSlow: 'it took too long',
    modelBroken: 'it failed',
    modelStopped: (exchanges: number) =>
      `The model did not come to an end within ${exchanges} exchanges and was stopped.`,
    madeNothing: 'It made no changes.',
    madeThese: 'The changes below are those that it made until then.',
    doesNotWork: 'This part does not work and was left out:',
    notWritten: (count: number) =>
      `${count} of the changes cannot be written as a command and ${count === 1 ? 'was' : 'were'} left out.`,
    nothing: 'There is nothing to change.',
    quoteIt: (text: string) => `It is not clear where the text "${text}" ends. Put it in quotes.`,
  },
}
