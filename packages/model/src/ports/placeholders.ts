/**
 * The variables that a Liquid template takes from outside. A scanner instead of the Liquid library, because ports are
 * computed wherever nodes are drawn; a test compares it with the library.
 */

/** An output `{{ … }}`, or a tag `{% name … %}`. */
const PART = /\{\{-?([\s\S]*?)-?\}\}|\{%-?\s*(\w+)([\s\S]*?)-?%\}/g
const STRING = /"[^"]*"|'[^']*'/g
const FILTER = /\|\s*[\p{L}\w]+\s*:?/gu
/** A variable, but neither a property (`.name`) nor a named argument (`name:`). */
const NAME = /(?<![\p{L}\w.-])[\p{L}_][\p{L}\w-]*(?!\s*:)(?![\p{L}\w-])/gu

const KEYWORDS = new Set(['true', 'false', 'nil', 'null', 'empty', 'blank', 'and', 'or', 'not', 'contains', 'in'])
const LOOP_VARIABLES = ['forloop', 'tablerowloop']
const LOOP_OPTIONS = new Set(['reversed'])
/** Tags whose content is not evaluated. */
const LITERAL_TAGS = new Set(['raw', 'comment'])

const MAX_NAMES = 100
const MAX_CACHED = 500
const cache = new Map<string, readonly string[]>()

/** The outer variables of a template, in order of appearance. */
export function placeholdersIn(template: string): readonly string[] {
  const known = cache.get(template)
  if (known !== undefined) return known
  const found = scan(template)
  if (cache.size >= MAX_CACHED) cache.clear()
  cache.set(template, found)
  return found
}

function scan(template: string): readonly string[] {
  const names = new Set<string>()
  const local = new Set(LOOP_VARIABLES)
  let until: string | undefined
  for (const [, output, tag = '', rest = ''] of template.matchAll(PART)) {
    if (until !== undefined) {
      if (tag === until) until = undefined
      continue
    }
    if (LITERAL_TAGS.has(tag)) {
      until = `end${tag}`
      continue
    }
    for (const name of namesIn(output ?? readPart(tag, rest, local))) if (!local.has(name)) names.add(name)
  }
  return [...names].slice(0, MAX_NAMES)
}

/** The part of a tag that reads variables. Adds the variable that the tag sets to the local ones. */
function readPart(tag: string, rest: string, local: Set<string>): string {
  const set = /^\s*([\p{L}_][\p{L}\w-]*)([\s\S]*)$/u.exec(rest)
  switch (tag) {
    case 'assign':
    case 'for':
    case 'tablerow':
      local.add(set?.[1] ?? '')
      return set?.[2] ?? ''
    case 'capture':
    case 'increment':
    case 'decrement':
      local.add(set?.[1] ?? '')
      return ''
    case 'if':
    case 'elsif':
    case 'unless':
    case 'case':
    case 'when':
    case 'echo':
      return rest
    default:
      return ''
  }
}

function namesIn(expression: string): string[] {
  const bare = expression.replace(STRING, ' ').replace(FILTER, ' ')
  return (bare.match(NAME) ?? []).filter((name) => !KEYWORDS.has(name) && !LOOP_OPTIONS.has(name))
}
