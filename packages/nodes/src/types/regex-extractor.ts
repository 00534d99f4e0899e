import { defineNode, type PatternAnswer, Type } from '@millrace/model'
import { badSetting, textAt } from '../running/input-values.ts'
import { patternProblem } from '../running/pattern-flags.ts'

function groupsOf(match: PatternAnswer['matches'][number] | undefined): Record<string, string | null> {
  if (match === undefined) return {}
  const isNamed = Object.keys(match.named).length > 0
  return isNamed ? { ...match.named } : Object.fromEntries(match.groups.map((text, at) => [String(at + 1), text]))
}

/** Finds the matches of a regular expression. */
export default defineNode({
  id: 'regex_extractor',
  version: '1.0.0',
  name: 'Regex extractor',
  description: 'Finds the parts of a text that match a regular expression.',
  category: 'processing',
  icon: 'mdi:regex',
  tags: [
    'regex',
    'regular expression',
    'pattern match',
    'pattern search',
    'text pattern',
    'regulärer Ausdruck',
    'Mustersuche',
  ],
  summary: '{{pattern}}',

  config: Type.Object({
    pattern: Type.String({
      title: 'Pattern',
      minLength: 1,
      maxLength: 10_000,
      placeholder: '(?<year>\\d{4})-(?<month>\\d{2})',
    }),
    flags: Type.Optional(
      Type.String({
        title: 'Flags',
        description: 'i: ignore case. m: multiline. s: dot matches line breaks. u: Unicode.',
        default: '',
        pattern: '^[imsu]*$',
        maxLength: 4,
      }),
    ),
    matchAll: Type.Optional(
      Type.Boolean({ title: 'Match all', description: 'If off, only the first match.', default: true }),
    ),
  }),
  inputs: { text: { name: 'Text', dataType: 'string', required: true } },
  outputs: {
    matches: { name: 'Matches', dataType: 'array', description: 'Matched text, in order.' },
    groups: {
      name: 'Groups',
      dataType: 'json',
      description: 'Groups of the first match, keyed by name, or by number if unnamed.',
    },
  },
  pure: true,

  async run({ config, inputs, effects }) {
    const { pattern, flags = '' } = config
    const problem = patternProblem(pattern, flags)
    if (problem !== undefined) throw badSetting('pattern', problem)
    const limit = config.matchAll === false ? { limit: 1 } : {}
    const { matches } = await effects.pattern({ pattern, flags, text: textAt(inputs, 'text'), ...limit })
    return { matches: matches.map(({ text }) => text), groups: groupsOf(matches[0]) }
  },

  examples: [
    {
      title: 'outputs all matches and the named groups of the first',
      config: { pattern: '(?<year>\\d{4})-(?<month>\\d{2})' },
      inputs: { text: 'from 2030-01 to 2031-12' },
      outputs: { matches: ['2030-01', '2031-12'], groups: { year: '2030', month: '01' } },
    },
    {
      title: 'numbers unnamed groups and outputs null for unmatched ones',
      config: { pattern: '(a)|(b)', matchAll: false },
      inputs: { text: 'ba' },
      outputs: { matches: ['b'], groups: { '1': null, '2': 'b' } },
    },
    {
      title: 'outputs empty lists without a match',
      config: { pattern: 'x' },
      inputs: { text: 'abc' },
      outputs: { matches: [], groups: {} },
    },
    {
      title: 'applies flags',
      config: { pattern: '^b', flags: 'im' },
      inputs: { text: 'a\nB' },
      outputs: { matches: ['B'], groups: {} },
    },
    {
      title: 'rejects an invalid pattern',
      config: { pattern: '(' },
      inputs: { text: '' },
      fails: 'BAD_CONFIG',
    },
  ],
})
