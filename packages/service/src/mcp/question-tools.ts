/** Tools for the questions that workflows ask people. */
import { MCP_TOOLS } from '@millrace/model'
import { listedAs } from '../people/person.ts'
import { shownInSession } from '../people/wait-for-session.ts'
import { listedProjects } from '../platform/project-access.ts'
import { questionRecord } from './question-record.ts'
import { defineTool, type OwnTool } from './tool.ts'

const listQuestions = defineTool({
  name: 'list_questions',
  title: 'List open questions',
  description: 'Lists open questions that the caller may answer, newest first.',
  access: 'run',
  isReadOnly: true,
  parameters: MCP_TOOLS.list_questions,
  async run({ execution_id, limit = 50, offset = 0 }, { services, caller }) {
    const { items, total } = await services.interrupts.list({
      ...(execution_id === undefined ? {} : { executionId: execution_id }),
      ...listedProjects(caller, undefined, 'run'),
      ...{ status: 'pending', waitsFor: listedAs(caller), limit, offset, order: 'desc' },
    })
    return { total, questions: items.map(questionRecord) }
  },
})

const answerQuestion = defineTool({
  name: 'answer_question',
  title: 'Answer a question',
  description:
    'Answers a question for a person; ask that person first. The value depends on the type of the question: true or ' +
    'false for a confirmation; one option, or with `multiple` a list of options, for a choice; a text; an object by ' +
    'field for a form; {decisions, summary} for a review. The workflow then goes on; see get_execution.',
  access: 'run',
  about: { kind: 'interrupt', argument: 'question_id' },
  parameters: MCP_TOOLS.answer_question,
  async run({ question_id, value }, { services: { interrupts, playground }, caller, recordChange, concerns }) {
    const row = await recordChange('question.answered', { subject: { id: question_id } }, async (note) => {
      const resolved = await interrupts.resolve(question_id, value, caller)
      note({ details: { execution: resolved.executionId } })
      return resolved
    })
    concerns(row.executionId)
    await shownInSession(row, playground)
    return questionRecord(row)
  },
})

export const QUESTION_TOOLS: readonly OwnTool[] = [listQuestions, answerQuestion]
