import { note, OFFLINE } from './note.ts'
import type { Template } from './template.ts'

export const chatbotWithMemory: Template = {
  id: 'chatbot-with-memory',
  name: 'Chatbot with memory',
  description: 'Answers in the playground and remembers the conversation.',
  group: 'ai',
  icon: 'mdi:forum-outline',
  tags: ['chat', 'memory'],
  usesModel: true,
  nodes: {
    about: note(
      `## Chatbot with memory\nOpen the **playground** and send a message. The conversation is loaded before the model is called; the new question and answer are stored afterwards.\n\n${OFFLINE}`,
      { at: [0, -220], size: [640, 160] },
    ),
    said: { type: 'chat_input', label: 'Message', at: [0, 60], config: { defaultValue: 'Hello! Do you remember me?' } },
    recall: { type: 'conversation_memory', label: 'Recall', at: [250, 170], config: { maxMessages: 20 } },
    answer: {
      type: 'chat_model',
      label: 'Answer',
      at: [550, 0],
      config: {
        provider: 'echo',
        model: 'echo',
        systemPrompt: 'You are a friendly assistant. Be brief.',
        script: [
          'Hello! Tell me something about you, and I will remember it.',
          'I will keep that in mind.',
          'Yes, I remember what you told me.',
        ],
      },
    },
    reply: { type: 'chat_output', label: 'Reply', at: [850, 0] },
    exchange: {
      type: 'data_mapper',
      label: 'Question and answer',
      at: [850, 160],
      config: {
        dynamicInputs: [
          { name: 'question', label: 'Question', dataType: 'string' },
          { name: 'answer', label: 'Answer', dataType: 'string' },
        ],
        dynamicOutputs: [{ name: 'messages', label: 'Messages', dataType: 'mixed' }],
        mappings: [
          {
            output: 'messages',
            expression: '[{"role": "user", "content": question}, {"role": "assistant", "content": answer}]',
          },
        ],
      },
    },
    remember: { type: 'conversation_memory', label: 'Remember', at: [1150, 160], config: { maxMessages: 20 } },
  },
  edges: [
    'said:trigger recall:trigger',
    'said:message answer:message',
    'recall:history answer:history',
    'answer:response reply:message',
    'said:message exchange:question',
    'answer:response exchange:answer',
    'exchange:messages remember:message',
  ],
}
