/** Workflows, executions, questions and conversations. */
import { exampleFlow } from '../../../agentspec/example.ts'
import { asks, chain, text } from '../../../agentspec/testing/flows.ts'
import { echo, node } from '../../../executions/testing/client.ts'
import { mcpCaller } from '../../../mcp/testing/mcp-caller.ts'
import { ask, confirmation } from '../../../people/testing/people.ts'
import { gated } from '../../../playground/testing/talk.ts'
import type { AuditedAction, World } from './audited-action.ts'

const drawing = { nodes: [node('t', 'text_input')], edges: [] }
/** A flow that waits for an answer. */
const WAITING = chain([asks('ask', 'How are you, {{name}}?', 'mood')], [text('name')], [text('mood')])
const FIRST = { revision: 1, active: true }
const BY_SESSION = { kind: 'session', name: 'admin token' } as const

/** Starts count only if a person starts them in the browser. */
const started =
  (path: (world: World) => Promise<string>, body: object, of?: (path: string) => string): AuditedAction =>
  async (world) => {
    const headers = await world.session()
    const to = await path(world)
    return async () => {
      const reply = await world.send('POST', to, body, headers)
      const { pipeline_id, execution_id = pipeline_id } = { ...reply, ...reply.data }
      return { actor: BY_SESSION, subject: { id: of?.(to) ?? execution_id } }
    }
  }

const changedExecution =
  (path: (id: string) => string, prepare: (world: World, id: string) => Promise<unknown> = async () => {}) =>
  async (world: World) => {
    const id = await world.running()
    await prepare(world, id)
    return async () => {
      await world.send('POST', path(id))
      return { subject: { id } }
    }
  }

const answered =
  (path: string, body?: object): AuditedAction =>
  async (world) => {
    const { execution, question } = await ask(world.client, confirmation({ allowCancel: true }))
    return async () => {
      await world.send('POST', `/interrupts/${question.id}${path}`, body)
      return { subject: { id: question.id }, details: { execution } }
    }
  }

const conversation =
  (method: 'POST' | 'DELETE', path = ''): AuditedAction =>
  async (world) => {
    const workflow = await world.client.store(gated)
    const id = await world.make(`/workflows/${workflow}/playground/sessions`, {})
    await world.send('POST', `/playground/sessions/${id}/messages`, { content: 'hello' })
    return async () => {
      await world.send(method, `/playground/sessions/${id}${path}`)
      return { subject: { id } }
    }
  }

const exported =
  (path: string): AuditedAction =>
  async (world) => {
    const id = await world.make('/workflows/import/agentspec?save=true', exampleFlow)
    return async () => {
      await world.send('GET', `/workflows/${id}${path}`)
      return { subject: { id } }
    }
  }

/** A workflow with a second version. */
async function twoVersions(world: World, config = {}) {
  const name = world.name('workflow')
  const id = await world.make('/workflows', { name, ...drawing, config })
  await world.send('PUT', `/workflows/${id}`, { name, ...drawing, nodes: [], config })
  return { id, name }
}

export const WORKFLOW_ACTIONS = {
  'workflow.created': {
    createWorkflow: async (world) => async () => {
      const name = world.name('workflow')
      return { subject: { id: await world.workflow(name), name }, details: FIRST }
    },
  },
  'workflow.imported': {
    importWorkflow: async (world) => async () => {
      const name = world.name('workflow')
      const id = await world.make('/workflows/import', { name, ...drawing })
      return { subject: { id, name }, details: FIRST }
    },
    importAgentSpec: async (world) => async () => {
      const id = await world.make('/workflows/import/agentspec?save=true', exampleFlow)
      return { subject: { id, name: 'Greeting' }, details: FIRST }
    },
  },
  'workflow.changed': {
    updateWorkflow: async (world) => {
      const id = await world.workflow()
      return async () => {
        const name = world.name('workflow')
        await world.send('PUT', `/workflows/${id}`, { name, config: { active: false } })
        return { subject: { id, name }, details: { revision: 2, active: false } }
      }
    },
  },
  'workflow.published': {
    publishWorkflow: async (world) => {
      const { id, name } = await twoVersions(world, { publish: 'manual' })
      return async () => {
        await world.send('POST', `/workflows/${id}/publish`, { revision: 1 })
        return { subject: { id, name }, details: { revision: 1 } }
      }
    },
  },
  'workflow.restored': {
    restoreWorkflowVersion: async (world) => {
      const { id, name } = await twoVersions(world)
      return async () => {
        await world.send('POST', `/workflows/${id}/versions/1/restore`)
        return { subject: { id, name }, details: { revision: 3, active: true } }
      }
    },
  },
  'workflow.exported': { exportWorkflow: exported('/export'), exportAgentSpec: exported('/export/agentspec') },
  'workflow.deleted': {
    deleteWorkflow: async (world) => {
      const name = world.name('workflow')
      const id = await world.workflow(name)
      return async () => {
        await world.send('DELETE', `/workflows/${id}`)
        return { subject: { id, name } }
      }
    },
  },
  'workflow.moved': {
    moveWorkflow: async (world) => {
      const name = world.name('workflow')
      const [id, { id: project }] = [await world.workflow(name), await world.project()]
      return async () => {
        await world.send('POST', `/workflows/${id}/move`, { project })
        return { subject: { id, name }, details: { project } }
      }
    },
  },
  'execution.started': {
    execute: started(async () => '/execute', { workflow: { name: 'Run', ...echo } }),
    executeAgentSpecFlow: started(async () => '/agentspec/flows/execute', { flow: exampleFlow, inputs: { name: 'A' } }),
    executeWorkflow: started(async (world) => `/workflows/${await world.workflow()}/execute`, {}),
    rerunPipeline: started(async ({ client }) => `/pipelines/${(await client.run(echo)).id}/rerun`, {}),
    startPipeline: started(
      async (world) => `/pipelines/${await world.make(`/workflows/${await world.workflow()}/pipelines`, {})}/execute`,
      {},
      (path) => path.split('/')[2] ?? '',
    ),
  },
  'execution.cancelled': {
    cancelExecution: changedExecution((id) => `/executions/${id}/cancel`),
    cancelAgentSpecExecution: async (world) => {
      const { execution_id: id } = await world.send('POST', '/agentspec/flows/execute', {
        flow: WAITING,
        inputs: { name: 'Ada' },
      })
      return async () => {
        await world.send('POST', `/agentspec/executions/${id}/cancel`)
        return { subject: { id } }
      }
    },
    'postMcp with cancel_execution': async (world) => {
      const id = await world.running()
      return async () => {
        await using caller = await mcpCaller(world.client, 'admin')
        const { isError } = await caller.call('cancel_execution', { execution_id: id })
        if (isError) throw new Error('not cancelled')
        return { subject: { id } }
      }
    },
  },
  'execution.paused': { pausePipeline: changedExecution((id) => `/pipelines/${id}/pause`) },
  'execution.resumed': {
    resumePipeline: changedExecution(
      (id) => `/pipelines/${id}/resume`,
      (world, id) => world.send('POST', `/pipelines/${id}/pause`),
    ),
  },
  'question.answered': {
    resolveInterrupt: answered('', { value: true }),
    'postMcp with answer_question': async (world) => {
      const { execution, question } = await ask(world.client, confirmation())
      return async () => {
        await using caller = await mcpCaller(world.client, 'admin')
        const { isError } = await caller.call('answer_question', { question_id: question.id, value: true })
        if (isError) throw new Error('not answered')
        return { subject: { id: question.id }, details: { execution } }
      }
    },
  },
  'question.cancelled': { cancelInterrupt: answered('/cancel') },
  'conversation.stopped': { stopPlaygroundSession: conversation('POST', '/stop') },
  'conversation.reset': { resetPlaygroundSession: conversation('POST', '/reset') },
  'conversation.deleted': { deletePlaygroundSession: conversation('DELETE') },
  'assistant.chat_cleared': {
    clearChat: async (world) => {
      const id = await world.workflow()
      await world.send('POST', `/workflows/${id}/chat/messages`, { message: 'help', workflowState: drawing })
      return async () => {
        await world.send('DELETE', `/workflows/${id}/chat/messages`)
        return { subject: { id } }
      }
    },
  },
} satisfies Record<string, Record<string, AuditedAction>>
