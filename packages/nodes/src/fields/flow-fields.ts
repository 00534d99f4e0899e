/** Config fields of the Agent Spec components that run other flows. */
import { choice, Type } from '@millrace/model'
import { agentSpecPorts } from './agentspec-ports.ts'
import { workflowPicker } from './autocomplete.ts'

/** One flow to run, by id or name. */
export function flowPicker(title: string) {
  return Type.Optional(
    workflowPicker({ title, description: 'Id or machine name of a stored workflow.', maxLength: 200 }),
  )
}

/** Settings for running a flow once per list item. */
export const mapFields = {
  map_flow_ref: flowPicker('Flow for each item'),
  input_collection: Type.Optional(
    Type.String({
      title: 'List input',
      description: 'Name of the input that contains the list.',
      default: 'collection',
      minLength: 1,
      maxLength: 100,
    }),
  ),
  output_collection: Type.Optional(
    Type.String({
      title: 'Results output',
      description: 'Name of the output that collects the results.',
      default: 'results',
      minLength: 1,
      maxLength: 100,
    }),
  ),
  reducers: Type.Optional(
    Type.Record(choice(['append', 'sum', 'average', 'max', 'min']), {
      title: 'Reducers',
      description:
        'How to combine the values of each output, keyed by output name. Without a reducer they form a list.',
      format: 'json',
    }),
  ),
  ...agentSpecPorts,
}
