/** A value in place of another: `gpt-5 instead of gpt-4o`, `bigger than 250, not 100`, `change 100 to 250`. */
import { configOf, isObject, type WorkflowNode } from '@millrace/model'
import { type Draft, propertiesOf } from '../draft.ts'
import { typeOf } from '../graph/ports.ts'
import { mentioned } from '../language/mentions.ts'
import { contrastIn } from '../language/paraphrase.ts'
import { enumIn, isSecretSetting, settingsIn } from '../language/settings-in.ts'
import { signIn } from '../language/spans-and-signs.ts'
import { plain } from '../language/wording.ts'
import { cannot, did, type Intent } from '../outcome.ts'
import { scheduleIn } from '../recipes/schedule.ts'

interface Spot {
  readonly node: WorkflowNode
  readonly key: string
  readonly value: unknown
}

export const substitute: Intent = (request, draft) => {
  const contrast = contrastIn(request) ?? changeOf(request)
  if (contrast === undefined) return false
  const spots = spotsOf(plain(contrast.unwanted, draft.held), contrast.wanted, draft)
  if (spots.length === 0) return false
  const about = mentioned(
    contrast.wanted,
    spots.map(({ node }) => node),
    draft,
  )
  const meant = spots.length === 1 ? spots : spots.filter(({ node }) => about.includes(node))
  if (meant.length !== 1 && !/\b(?:both|all|every|everywhere|each)\b/i.test(contrast.wanted))
    return cannot(
      draft,
      `Several nodes have "${plain(contrast.unwanted, draft.held)}": ${spots.map(({ node }) => draft.name(node.id)).join(', ')}. Which one do you mean?`,
    )
  for (const { node, key, value } of meant.length > 0 ? meant : spots) {
    if (!draft.set(node.id, { key: undefined, [key]: value })) continue
    draft.touch(node.id)
    did(draft, `I set \`${key}\` of ${draft.name(node.id)} to ${JSON.stringify(value)}.`)
  }
  return true
}

function changeOf(request: string): { wanted: string; unwanted: string } | undefined {
  const found = /^(?:change|switch|move|go|turn)\s+(?:it\s+)?(?:from\s+)?(\S+)\s+(?:to|->|into)\s+(\S+)$/i.exec(request)
  return found === null ? undefined : { wanted: found[2] ?? '', unwanted: found[1] ?? '' }
}

/** Where the unwanted value stands, with what takes its place there. */
function spotsOf(unwanted: string, wanted: string, draft: Draft): Spot[] {
  return draft.graph.nodes.flatMap((node) => {
    const type = typeOf(node, draft.catalogue)
    if (type === undefined) return []
    const given = settingsIn(wanted, type, draft.held).values
    return Object.entries(propertiesOf(type.configSchema)).flatMap(([key, schema]) => {
      if (!isObject(schema) || isSecretSetting(schema) || !stands(configOf(node)[key], unwanted, key)) return []
      const named = Array.isArray(schema.enum) ? enumIn(plain(wanted, draft.held), schema.enum) : undefined
      if (Array.isArray(schema.enum) && named === undefined) return []
      const value = named ?? given[key] ?? alike(configOf(node)[key], wanted, { key, draft })
      return value === undefined || value === configOf(node)[key] ? [] : [{ node, key, value }]
    })
  })
}

/** Whether a value is the one that was said, or an address that holds it. */
function stands(value: unknown, said: string, key: string): boolean {
  if (said === '') return false
  if (key === 'cron') return scheduleIn(said) !== undefined
  if (typeof value === 'number') return String(value) === said
  if (typeof value !== 'string' || value === '') return false
  if (value.length <= 2 && signIn(said) === value) return true
  const [has, wanted] = [value.toLowerCase(), said.toLowerCase()]
  return has === wanted || (/^https?:/.test(has) && has.includes(wanted.replace(/\/+$/, '')))
}

/** A value of the same kind in the wording. */
function alike(before: unknown, wanted: string, { key, draft }: { key: string; draft: Draft }): unknown {
  const text = plain(wanted, draft.held)
  if (key === 'cron') return scheduleIn(wanted)?.cron
  const number = /(?<![\w.-])-?\d+(?:\.\d+)?(?![\w.-]*[a-z])/i.exec(text)?.[0]
  if (typeof before === 'number') return number === undefined ? undefined : Number(number)
  if (typeof before !== 'string') return undefined
  if (/^-?\d+(?:\.\d+)?$/.test(before)) return number
  if (/^https?:/.test(before)) return /https?:\/\/\S+/i.exec(text)?.[0]
  return /^[\w./:-]+$/.test(text) ? text : undefined
}
