import type { ExecutionItem } from '@millrace/model'
import type { Texts } from '../i18n/texts.ts'

/** Who started an execution: the kind and the id. */
export function starterText(item: Pick<ExecutionItem, 'started_by_kind' | 'started_by_id'>, t: Texts): string {
  const { started_by_kind: kind, started_by_id: id } = item
  return kind === undefined ? '' : [t.runs.starters[kind], id].filter((part) => part !== undefined).join(' · ')
}
