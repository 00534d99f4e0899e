/** Agent Spec components take the inputs and outputs that their document gives them; these fields hold them. */
import { dynamicInputs, dynamicOutputs } from './dynamic-ports.ts'

export const agentSpecPorts = {
  dynamicInputs: dynamicInputs({ title: 'Inputs', description: 'Properties that the component takes.' }),
  dynamicOutputs: dynamicOutputs({ title: 'Outputs', description: 'Properties that the component gives.' }),
}
