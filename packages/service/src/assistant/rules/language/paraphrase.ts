/**
 * Other frames for the same wish, brought to the ones that the readers know: `I would like that …`, `kick … out`,
 * `… is not needed any more`. Only the frame changes, never a value.
 */
const FRAMES: readonly (readonly [RegExp, string])[] = [
  [/^(?:i|we)(?:'d| would)? (?:want|like|wish|prefer|need)(?: it)? (?:that|if)\s+/i, ''],
  [
    /^(?:it(?:'d| would) |would )be (?:nice|great|good|cool|better|helpful|perfect) (?:if (?:you (?:could|would) |we (?:could|had) )?|to )/i,
    '',
  ],
  [
    /^(?:be so kind (?:and|as to|to)|make sure(?: that)?|see to it that|ensure(?: that)?|how about|why don't (?:you|we)|why not|we (?:should|could|must)|you (?:must|have to|need to))\s+(?:please\s+)?/i,
    '',
  ],
  [/\s+(?:for now|from now on|right now|for the moment|for a while|at the moment|this time|asap|somewhere)$/i, ''],
  [
    /^(?:(?:i|we) )?(?:don't|do not|no longer) (?:want|need|like) ((?:the|my|that|this|any|both)\b[^,]+?)(?: any ?(?:more|longer))?(?=,|$)/i,
    'remove $1',
  ],
  [
    /^(.+?) (?:is|are|isn't|aren't) (?:no longer |not )?(?:needed|necessary|required|wanted)(?: any ?(?:more|longer))?$/i,
    'remove $1',
  ],
  [
    /^((?:the|my|that|this|both)\b.+?) (?:can|should|must|has to|have to|needs to) (?:go|go away|be gone|be removed|be deleted|disappear|vanish)$/i,
    'remove $1',
  ],
  [/^(?:kick|throw|take|rip|toss|pull) (.+?) (?:out|away)(?: again)?$/i, 'remove $1'],
  [/^(?:kick|throw|toss|rip) (?:out|away) /i, 'remove '],
  [
    /^(?:ditch|scrap|dump|trash|chuck|zap|axe|lose|bin)\s+(?=(?:the|my|that|this|both|all|it)\b)(?!.*\b(?:to|into|in|as)\b)/i,
    'remove ',
  ],
  [
    /^(?:stick|slot|squeeze|tuck|pop|slip|shove|sandwich|slide|inject|implement|integrate|set up|incorporate|plug|chain)\s+(?:in\s+)?(?=(?:an?|another|one)\s)/i,
    'insert ',
  ],
  [/^(?:he|she|they)\s+(?=(?:should|must|needs?|has|have|can|could)\b)/i, 'it '],
  [
    /^(?:(?:add|insert|put|create|i need|we need|i want|i'd like|give me|build|make)\s+)?(?:(?:an?|another|one)\s+)?(?:new\s+)?(?:step|node|block|task|component|something|thing)\s+(?:that|which|who)\s+(?:can\s+|will\s+|should\s+)?(?=(?:wait|paus|sleep|log|summari|translat|classif|extract|fetch|call|post|send|save|writ|sort|filter|split|ask|pars|convert|round)\w*\b)/i,
    '',
  ],
  [/\bshall\b/gi, 'should'],
  [/^((?:the|my|our)\s+[\w ]+?)\s+(?:needs|wants|requires)\s+(?=an?\s)/i, 'give $1 '],
  [/^i(?:'d| would) (?:love|like|prefer)(?: to (?:have|see|get))?\s+(?=(?:an?|another|one)\s)/i, 'add '],
  [/^(?:equip|provide|outfit|supply|arm)\s+(.+?)\s+with\s+(?=(?:an?|the|access)\s)/i, 'give $1 '],
  [/^let\s+((?:the|my)\s+[^,]+?)\s+(?:go|flow|run|lead)\s+(?:in)?to\s+/i, 'connect $1 to '],
  [/^(?:write|put|print|dump|record)\s+(.+?)\s+(?:in)?to\s+(?:the\s+|a\s+)?logs?(?:file)?$/i, 'log $1'],
  [/^record\s+/i, 'log '],
  [/^(?:plug|hook) in (?:our|my|the)\s+/i, 'add a '],
  [
    /^(the \w+) (?:was|were|is|are|gets?|should be|must be) (?:also )?(saved|stored|logged|sent|posted|translated|summari[sz]ed|written)\s+/i,
    '$2 $1 ',
  ],
  [/^(?:allow|permit|enable)\s+(.+?)\s+to\s+/i, '$1 should be able to '],
  [/^there (?:should|must|has to|needs to) be\s+/i, 'add '],
  [/^(?:put|write|enter|fill in|type)\s+(⟦\d+⟧)\s+(?:as|for|in|into)\s+(?:the\s+)?/i, 'set $1 as '],
]

/** A negative clause before what is wanted: `don't delete the output, delete the input`. */
const NOT_BUT =
  /^(?:don't|do not|never)\s+(delete|remove|use|add|insert|connect|change|rename|replace|take|write|send|put|call|show)\b[^,;]*[,;]\s*(?:but\s+|rather\s+|just\s+|only\s+|instead\s+|better\s+)*(?=\1\b|(?:delete|remove|use|add|insert|connect|change|rename|replace|take|write|send|put|call|show)\b)/i

/** "Log it if the total is over 100" is read as "if the total is over 100, log it". */
const CONDITION_LAST =
  /^(?:only\s+)?((?:show|display|log|send|post|notify|save|store|write|ask|stop|fail|call|print|translate|summari[sz]e|forward|publish)\b.+?),?\s+(?:only\s+)?((?:if|when|in case)\s+.+?\s(?:is|are|has|cannot|can't|could not|fails?|breaks?|contains?|includes?|equals?|exceeds?|starts?|ends?|greater|bigger|more|less|over|above|below|under)\b.*)$/i

/** Small words that hold a request together, and how they are mistyped. */
const SMALL_WORDS: readonly (readonly [RegExp, string])[] = [
  [/\b(?:betwen|beetween|beteen|betweeen|bewteen|betwene|inbetween)\b/gi, 'between'],
  [/\b(?:befor|befroe|bevore|beofre)\b/gi, 'before'],
  [/\b(?:aftr|afer|affter|atfer)\b/gi, 'after'],
  [/\b(?:insted|intead|instaed)\b/gi, 'instead'],
]

/** "Saved the answer to …" as a request. */
const DONE: Readonly<Record<string, string>> = {
  saved: 'save',
  stored: 'store',
  logged: 'log',
  sent: 'send',
  posted: 'post',
  translated: 'translate',
  summarized: 'summarize',
  summarised: 'summarise',
  written: 'write',
}

/** The request in a frame that the readers know. */
/** "After the model put …", without a comma, is read as "put … after the model". */
const PLACE_FIRST =
  /^((?:right |just )?(?:before|after|behind|in front of)\s+(?:\w+ing\s+)?(?:the|my)\s[\w\s.-]+?|between\s+[\w\s.-]+?\s+and\s+(?:the|my)\s+[\w\s.-]+?)\s+((?:put|add|insert|place|have|wait|log|ask|translate|summari[sz]e|save|store|send|i want|i need|we need)\b[^,]+)$/i

export function paraphrased(request: string): string {
  let text = request.replace(NOT_BUT, '').replace(PLACE_FIRST, '$2 $1')
  for (const [slip, word] of SMALL_WORDS) text = text.replace(slip, word)
  for (const [frame, known] of FRAMES) text = text.replace(frame, known)
  text = text.replace(/^(\w+)(?= the \w+ )/i, (word) => DONE[word.toLowerCase()] ?? word)
  const last = CONDITION_LAST.exec(text)
  if (
    last !== null &&
    !/\band\b/i.test(last[1] ?? '') &&
    !/\bbefore\b|\bafter\b|\b(?:done|finished|ready|over|complete)$/i.test(text)
  )
    text = `${last[2]}, ${last[1]}`
  return text.trim()
}

/** `X instead of Y`, `X, not Y`, `X and not Y`: what is wanted, and what it takes the place of. */
export function contrastIn(request: string): { readonly wanted: string; readonly unwanted: string } | undefined {
  const behind =
    /^(.+?),?\s+(?:instead of|rather than|in place of|(?:and|but) not|but no longer|no longer)\s+(.+)$/i.exec(
      request,
    ) ?? /^(.+?),\s*not\s+(.+)$/i.exec(request)
  if (behind !== null) return { wanted: behind[1] ?? '', unwanted: bareValue(behind[2] ?? '') }
  const before = /^(?:instead of|rather than|not)\s+(.+?),\s*(?:but\s+)?(.+)$/i.exec(request)
  return before === null ? undefined : { wanted: before[2] ?? '', unwanted: bareValue(before[1] ?? '') }
}

function bareValue(text: string): string {
  return text.replace(/^(?:the|an?|from|to|with|at|in|on)\s+/i, '').trim()
}
