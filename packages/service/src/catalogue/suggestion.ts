import { Type } from '@millrace/model'

/** One entry of a list that drops down while typing. The lists are bare arrays: editors read nothing else. */
export const Suggestion = Type.Object({ label: Type.String(), value: Type.String() }, { $id: 'Suggestion' })
