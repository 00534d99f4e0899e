/** What is wrong with the workflow, and mending what can be mended by connecting. */

import { findings } from '../../new-problems.ts'
import type { Draft } from '../draft.ts'
import { cannot, type Intent } from '../outcome.ts'
import { connectAll } from './connect.ts'

export const check: Intent = (request, draft) => {
  const asksWhat =
    /\b(?:what(?:'s| is| are)?|anything|something|is (?:there )?(?:something|anything)|find|show|list)\b.*\b(?:wrong|broken|missing|problems?|errors?|issues?|mistakes?)\b/i.test(
      request,
    ) ||
    /^(?:validate|check|verify|lint|review)(?: (?:it|this|the workflow|my workflow|everything))?$/i.test(request) ||
    /\b(?:is|are)\b.*\b(?:valid|ok|okay|correct|complete|ready)\b/i.test(request) ||
    /^why\b.*\b(?:work(?:ing)?|run(?:ning)?|valid|fail(?:ing|s)?)\b/i.test(request)
  if (asksWhat && !/^(?:when|if|whenever|in case)\b/i.test(request)) return report(draft)
  if (
    !/^(?:fix|repair|mend|correct|solve)(?: (?:it|this|that|the workflow|my workflow|everything|all|the (?:problems?|errors?|issues?)|all (?:problems?|errors?)))?$/i.test(
      request,
    )
  )
    return false
  const missing = findings(draft.graph, draft.catalogue).filter(
    ({ code }) => code === 'MISSING_INPUT' || code === 'DISCONNECTED_NODE',
  )
  if (missing.length === 0) return report(draft)
  connectAll(draft)
  const left = findings(draft.graph, draft.catalogue).filter(({ severity }) => severity === 'error')
  for (const problem of left.slice(0, 10)) cannot(draft, `${problem.message}.`)
  return true
}

function report(draft: Draft): true {
  const found = findings(draft.graph, draft.catalogue)
  const shown = (severity: string) => found.filter((one) => one.severity === severity).map((one) => `- ${one.message}`)
  const [errors, warnings, hints] = [shown('error'), shown('warning'), shown('suggestion')]
  if (errors.length + warnings.length === 0) {
    draft.answers.push(['I find nothing wrong with the workflow.', ...hints.slice(0, 5)].join('\n'))
    return true
  }
  const part = (title: string, lines: readonly string[]) =>
    lines.length === 0 ? [] : [`${title}:\n${lines.slice(0, 20).join('\n')}`]
  draft.answers.push(
    [
      ...part('It cannot run like this', errors),
      ...part('Doubtful', warnings),
      ...part('It would be better to', hints),
    ].join('\n\n'),
  )
  if (found.some(({ code }) => code === 'CONNECT_LOOSE_END'))
    draft.answers.push('Say "fix it" and I connect the loose ends.')
  return true
}
