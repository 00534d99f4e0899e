/** Looking: the page obeys, the workflow stays. */
import type { Command } from '@millrace/model'
import { did, type Intent, nodeOrWhy } from '../outcome.ts'

const ZOOM = /^(?:can you )?zoom\s+(in|out)\b|^(?:make (?:it|everything) )?(bigger|smaller|closer|farther)$/i
const FIT =
  /^(?:(?:canvas )?fit(?: view| everything| all| (?:it|all) (?:in|on|to) .*)?|zoom to fit|show (?:me )?(?:everything|the whole (?:workflow|canvas|graph|thing))|center (?:it|everything|the view))$/i
const RESET = /^reset (?:the )?(?:zoom|view|canvas view)$/i
const SETTINGS =
  /^(?:open|show(?: me)?|bring up|go to|display)\s+(?:the\s+)?(?:settings?|config(?:uration)?|options|properties|panel|parameters)\s+(?:panel\s+)?(?:of|for|from|on)\s+(.+)$/i
const OWN_SETTINGS =
  /^(?:open|show(?: me)?|bring up)\s+(.+?)(?:'s)?\s+(?:settings|config(?:uration)?|properties|panel)$/i
const OPEN = /^(?:configure|open)\s+((?:the|my|that|this)\b.+)$/i
const CHOOSE =
  /^(?:select|highlight|mark|focus(?: on)?|jump to|go to|find me|locate)\s+((?:the|my|that|this|node)\b.+|⟦\d+⟧|it)$/i

export const view: Intent = (request, draft) => {
  const look = (command: Command, said: string) => {
    draft.commands.push(command)
    return did(draft, said)
  }
  const zoom = ZOOM.exec(request)
  if (zoom !== null) {
    const isIn = /^(?:in|bigger|closer)$/i.test(zoom[1] ?? zoom[2] ?? '')
    return look(
      { verb: 'canvas', action: isIn ? 'zoom in' : 'zoom out' },
      isIn ? 'That shows it closer.' : 'That shows more of it.',
    )
  }
  if (FIT.test(request)) return look({ verb: 'canvas', action: 'fit' }, 'That shows everything.')
  if (RESET.test(request)) return look({ verb: 'canvas', action: 'reset' }, 'That shows it in its natural size.')
  const settings = SETTINGS.exec(request)?.[1] ?? OWN_SETTINGS.exec(request)?.[1] ?? OPEN.exec(request)?.[1]
  const selected = settings ?? CHOOSE.exec(request)?.[1]
  if (selected === undefined) return false
  const node = nodeOrWhy(selected, draft)
  if (node === undefined) return true
  draft.touch(node.id)
  return settings === undefined
    ? look({ verb: 'select', node: node.id }, `That selects ${draft.name(node.id)}.`)
    : look({ verb: 'config', node: node.id }, `That opens the settings of ${draft.name(node.id)}.`)
}
