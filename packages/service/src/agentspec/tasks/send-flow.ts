import { type SendingForm, type SentFlow, sentFlow, type UnsendableFlow } from '../remote/sent-flow.ts'

export interface FlowToSend {
  /** As JSON. */
  readonly document: string
  readonly form: SendingForm
}

/** Converts a submitted document for a remote runtime. */
export function perform({ document, form }: FlowToSend): SentFlow | UnsendableFlow {
  return sentFlow(JSON.parse(document), form)
}

declare module '../../platform/workers/workers.ts' {
  interface WorkerTasks {
    'send-flow': typeof perform
  }
}
