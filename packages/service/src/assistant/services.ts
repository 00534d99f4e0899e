import type { Chat } from './chat.ts'

export interface AssistantServices {
  readonly chat: Chat
}
