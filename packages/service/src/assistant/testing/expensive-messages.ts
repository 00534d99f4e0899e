/** Messages that are written to keep a parser busy: known words among long runs of what is skipped. */

/** Words that readers begin with, or wait for. */
const WORDS = [
  ...['add', 'insert', 'append', 'put', 'before', 'after', 'between', 'connect', 'disconnect', 'remove', 'delete'],
  ...[
    'rename',
    'replace',
    'swap',
    'copy',
    'duplicate',
    'set',
    'change',
    'make',
    'give',
    'use',
    'keep',
    'undo',
    'clear',
  ],
  ...['lay out', 'tidy', 'show', 'what', 'which', 'how', 'why', 'explain', 'check', 'validate', 'if', 'when', 'every'],
  ...['for each', 'while', 'wait', 'log', 'ask', 'tell', 'summarize', 'translate', 'classify', 'extract', 'fetch'],
  ...['save', 'send', 'post', 'retry', 'route', 'sort', 'filter', 'split', 'merge', 'round', 'schedule', 'at', 'turn'],
  ...[
    'stop',
    'enable',
    "don't",
    'not',
    'instead of',
    'rather than',
    'i would like',
    'it would be nice if',
    'the model',
  ],
  ...[
    'there should be',
    'allow',
    'kick',
    'record',
    'the output should',
    'could the model',
    'can you',
    'to',
    'as',
    'in',
  ],
]

/** What stands behind the word, many times. */
const FILLERS = [
  ' ',
  '\u00a0',
  '\t',
  ' \u3000',
  ' the',
  ' a',
  ' and',
  ', ',
  '. ',
  ' to ',
  ' is ',
  '-',
  '(',
  '>',
  '->',
  ' in ',
]

/** What makes a pattern fail at the end, after it has tried everything before it. */
const ENDS = [', x\u2028y', '!', ' \u2029', '⟦', '"', '']

const LONGEST_MESSAGE = 10_000

/** One for every word with every filler: short enough to be read as a request, and as long as a message may be. */
export function expensiveMessages(): string[] {
  const messages = WORDS.flatMap((word, at) =>
    FILLERS.flatMap((filler, index) => {
      const end = ENDS[(at + index) % ENDS.length] ?? ''
      return [390, LONGEST_MESSAGE].map((length) => {
        const room = length - word.length - end.length - 1
        return `${word} ${filler.repeat(Math.max(1, Math.floor(room / filler.length)))}${end}`
      })
    }),
  )
  const repeated = WORDS.map((word) => `${word} `.repeat(Math.floor(LONGEST_MESSAGE / (word.length + 1))))
  const sentences = WORDS.map((word) => `${`${word} ${'x '.repeat(150)}\u2028`} `.repeat(30).slice(0, LONGEST_MESSAGE))
  return [...KNOWN, ...messages, ...repeated, ...sentences]
}

/** Messages that once took seconds or minutes. */
export const KNOWN = [
  `before ${' '.repeat(560)}, x\u2028y`,
  `before ${' '.repeat(560)}, x\u2028y. `.repeat(17),
  `if${' '.repeat(590)}x\u2028`,
  `replace${'\u00a0'.repeat(590)}\u2028`,
  `what${' '.repeat(590)}\u2028?`,
  `set${' '.repeat(590)}\u2028`,
  'between '.repeat(75),
  'http://a:'.repeat(1100),
  '['.repeat(LONGEST_MESSAGE),
  `'${"a'a ".repeat(2400)}`,
  `${'a'.repeat(64)}@`.repeat(150),
  `token of${' '.repeat(9_900)}`,
  `password${' '.repeat(9_900)}is`,
  `${'token in the '.repeat(700)}`,
]
