import type { Workflow } from '@millrace/model'
import { useMemo, useState } from 'react'
import { useText } from '../i18n/use-text.ts'
import { hasNode, type InputNode, inputNodes, type TurnInputs } from './turn-inputs.ts'

/** The values for the input nodes of a workflow, and whether the panel for them is open. */
export interface TurnInputsState {
  readonly nodes: readonly InputNode[]
  readonly values: TurnInputs
  /** Incremented by `clear`, so that the controls mount again without their old text. */
  readonly round: number
  readonly isShown: boolean
  readonly change: (values: TurnInputs) => void
  readonly clear: () => void
  readonly show: (isShown: boolean) => void
}

export function useTurnInputs(workflow: Workflow | undefined): TurnInputsState {
  const t = useText()
  const [values, change] = useState<TurnInputs>({})
  const [round, setRound] = useState(0)
  const [wantsInputs, show] = useState<boolean>()
  const nodes = useMemo(() => (workflow === undefined ? [] : inputNodes(workflow, t)), [workflow, t])
  // A workflow without a chat input takes its values from the inputs only, so they are open by default.
  const isShown = nodes.length > 0 && (wantsInputs ?? (workflow !== undefined && !hasNode(workflow, 'chat_input')))
  const clear = () => {
    change({})
    setRound((before) => before + 1)
  }
  return { nodes, values, round, isShown, change, clear, show }
}
