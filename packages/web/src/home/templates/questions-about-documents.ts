import { note } from './note.ts'
import type { Template } from './template.ts'

const DOCUMENTS = {
  documents: [
    { id: 'hours', text: 'The library is open from nine to six on workdays and from ten to four on Saturday.' },
    {
      id: 'loans',
      text: 'Books are lent for four weeks. A loan can be extended twice, unless another reader is waiting for the book.',
    },
    { id: 'fees', text: 'Late books cost ten cents a day. Children never pay for late books.' },
    { id: 'rooms', text: 'Reading rooms on the second floor can be reserved for two hours a day.' },
  ],
}

export const questionsAboutDocuments: Template = {
  id: 'questions-about-documents',
  name: 'Questions about documents',
  description: 'Stores documents as vectors, finds those that match a question, and answers from them (RAG).',
  group: 'ai',
  icon: 'mdi:book-search-outline',
  tags: ['rag', 'vectors', 'search'],
  usesModel: true,
  nodes: {
    about: note(
      '## Questions about documents\nThe upper path stores the documents, the lower one finds the nearest two and answers from them.\n\n**Works offline.** The vectors of *echo* compare words, not meaning, and its model repeats the question with the matches. Select another provider in **Keep**, **Find** and **Answer**; the first two must use the same one.',
      { at: [0, -280], size: [680, 190] },
    ),
    documents: { type: 'json_input', label: 'Documents', at: [0, 20], config: { defaultValue: DOCUMENTS } },
    list: { type: 'json_transform', label: 'The list', at: [250, -10], config: { expression: 'documents' } },
    keep: {
      type: 'vector_store',
      label: 'Keep',
      at: [550, -40],
      config: { collection: 'library-{unique}', operation: 'upsert', provider: 'echo' },
    },
    question: {
      type: 'chat_input',
      label: 'Question',
      at: [250, 170],
      config: { defaultValue: 'When is the library open on Saturday?' },
    },
    find: {
      type: 'vector_store',
      label: 'Find',
      at: [850, 60],
      config: { collection: 'library-{unique}', operation: 'search', provider: 'echo', topK: 2 },
    },
    prompt: {
      type: 'prompt_template',
      label: 'Question with sources',
      at: [1150, 40],
      config: {
        template:
          'Answer from these sources only:\n{% for match in matches %}\n- [{{ match.id }}] {{ match.text }}{% endfor %}\n\nQuestion: {{ question }}',
        dynamicInputs: [
          { name: 'matches', label: 'Matches', dataType: 'mixed' },
          { name: 'question', label: 'Question', dataType: 'string' },
        ],
      },
    },
    answer: { type: 'chat_model', label: 'Answer', at: [1450, 30], config: { provider: 'echo', model: 'echo' } },
    reply: { type: 'chat_output', label: 'Reply', at: [1750, 30] },
    sources: { type: 'output', label: 'Sources', at: [1150, 210], config: { name: 'sources' } },
  },
  edges: [
    'documents:value list:data',
    'list:result keep:documents',
    'keep:trigger find:trigger',
    'question:message find:query',
    'find:matches prompt:matches',
    'question:message prompt:question',
    'prompt:output answer:message',
    'answer:response reply:message',
    'find:matches sources:value',
  ],
}
