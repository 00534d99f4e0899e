/** The wording that `test/prose.test.ts` keeps out of the repository, each with what to write instead. */

/** Where a text stands: in a comment, in a test title, in another string of the code, or in a page of the docs. */
export type Place = 'comment' | 'title' | 'string' | 'page'

export interface ProseRule {
  readonly pattern: RegExp
  readonly instead: string
  /** Everywhere unless given. */
  readonly places?: readonly Place[]
}

const CODE: readonly Place[] = ['comment', 'title']

export const PROSE_RULES: readonly ProseRule[] = [
  { pattern: /\b(?:whoever|whomever|whosoever|who ever)\b/i, instead: 'the noun: the caller, the parent, the client' },
  { pattern: /\bwhatever\b/i, instead: 'any X, every X, or the noun' },
  { pattern: /\b(?:somebody|nobody|no one)\b/i, instead: 'the noun: a user, no caller, no subscriber' },
  { pattern: /\b(?:everybody)\b/i, instead: 'all users, all callers' },
  { pattern: /\banew\b|\bafresh\b/i, instead: 'again' },
  { pattern: /\bmend(?:s|ed|ing)?\b/i, instead: 'fix, repair' },
  { pattern: /\bheed(?:s|ed|ing)?\b/i, instead: 'apply, respect' },
  {
    pattern:
      /(?<!\bthere )\b(?:is|are|was|were|be) no (?!longer\b|more\b|less\b|fewer\b|other\b|worse\b|better\b|later\b|matter\b)\w+/i,
    instead: 'is not a X',
  },
  { pattern: /\b(?:give|gives|gave|given|giving) (?:it |them )?back\b/i, instead: 'return' },
  { pattern: /\b(?:hand|hands|handed|handing) (?:it |them )?on\b/i, instead: 'pass' },
  { pattern: /\b(?:hang|hangs|hanging|hung) on\b/i, instead: 'depends on, is attached to' },
  { pattern: /\b(?:let|lets) (?:\w+ )?(?:in|go of|go)\b/i, instead: 'admit, allow, release' },
  { pattern: /\b(?:shall|lest|thereof|wherein|herein|whence|hitherto|henceforth|thereby)\b/i, instead: 'plain words' },
  {
    pattern: /\btakes? offence\b|\bin ruins\b|\bstarv(?:e|es|ed)\b|\bstrangers?\b|\bdoorman\b/i,
    instead: 'no metaphors',
  },
  { pattern: /\bwhat (?:can|could|may) be had\b|\bas good as new\b|\bat its ease\b/i, instead: 'plain words' },
  {
    pattern: /\bentry \d+|\bentries \d+|\bthe seed'?s?\b interface|\bthe interface allows\b/i,
    instead: 'the endpoint or the feature',
  },
  { pattern: /\b(?:told|tell|tells|telling)\b(?! apart)/i, instead: 'emit, log, return, notify, report', places: CODE },
  { pattern: /\b(?:said|say|says|saying)\b/i, instead: 'report, state, return, log, contain', places: CODE },
  { pattern: /\b(?:hear|hears|heard)\b/i, instead: 'receive, be notified', places: CODE },
  { pattern: /\b(?:brings?|brought)\b/i, instead: 'return, add, provide', places: CODE },
  { pattern: /\b(?:goes|go|went|gone|going) on\b/i, instead: 'continue, resume', places: ['comment', 'title', 'page'] },
  {
    pattern: /\bstands? in the way\b|\blies beside\b|\bat hand\b|\bcomes? of it\b/i,
    instead: 'plain words',
    places: CODE,
  },
  { pattern: /\b(?:on|for) (?:its|their) own account\b|\bof (?:its|their) own accord\b/i, instead: 'automatically' },
]

export const findings = (text: string, place: Place): readonly { word: string; instead: string }[] =>
  PROSE_RULES.flatMap(({ pattern, instead, places }) => {
    if (places !== undefined && !places.includes(place)) return []
    const found = pattern.exec(text)
    return found === null ? [] : [{ word: found[0], instead }]
  })
