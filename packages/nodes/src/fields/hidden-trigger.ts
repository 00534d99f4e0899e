import type { PortSpec } from '@millrace/model'

/** The unused trigger port of a terminal node. It exists for clients that expect it, but is hidden by default. */
export const HIDDEN_TRIGGER: PortSpec = {
  name: 'Trigger',
  dataType: 'trigger',
  description: 'Not used: the execution starts or ends here.',
  exposedByDefault: false,
}
