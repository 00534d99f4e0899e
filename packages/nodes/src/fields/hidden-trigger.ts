import type { PortSpec } from '@millrace/model'

/** The trigger of a terminal on the side where nothing should be connected: there for tools that expect it, but not shown. */
export const HIDDEN_TRIGGER: PortSpec = {
  name: 'Trigger',
  dataType: 'trigger',
  description: 'Not used: the run starts or ends here.',
  exposedByDefault: false,
}
