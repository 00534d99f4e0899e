/** The config fields that hold the inputs and outputs an Agent Spec component declares. */
import { dynamicInputs, dynamicOutputs } from './dynamic-ports.ts'

export const agentSpecPorts = {
  dynamicInputs: dynamicInputs({ title: 'Inputs', description: 'Input properties of the component.' }),
  dynamicOutputs: dynamicOutputs({ title: 'Outputs', description: 'Output properties of the component.' }),
}
