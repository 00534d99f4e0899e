import type { AssistantSettingsService } from './assistant-settings.ts'
import type { Chat } from './chat.ts'

export interface AssistantServices {
  readonly chat: Chat
  readonly assistantSettings: AssistantSettingsService
}
