/** What Agent Spec components that run other flows let a person set. */
import { choice, Type } from '@millrace/model'
import { agentSpecPorts } from './agentspec-ports.ts'
import { workflowPicker } from './autocomplete.ts'

/** One flow to run, by id or name. */
export function flowPicker(title: string) {
  return Type.Optional(
    workflowPicker({ title, description: 'Id or machine name of a stored workflow.', maxLength: 200 }),
  )
}

/** Running a flow once for every item of a list. */
export const mapFields = {
  map_flow_ref: flowPicker('Flow for each item'),
  input_collection: Type.Optional(
    Type.String({
      title: 'Input with the list',
      description: 'Name of the input whose items are gone through.',
      default: 'collection',
      minLength: 1,
      maxLength: 100,
    }),
  ),
  output_collection: Type.Optional(
    Type.String({
      title: 'Output with the results',
      description: 'Name of the output that collects what comes back.',
      default: 'results',
      minLength: 1,
      maxLength: 100,
    }),
  ),
  reducers: Type.Optional(
    Type.Record(choice(['append', 'sum', 'average', 'max', 'min']), {
      title: 'Reducers',
      description: 'How the values of an output are put together, by its name. Without one they become a list.',
      format: 'json',
    }),
  ),
  ...agentSpecPorts,
}
