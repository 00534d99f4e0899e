/** What the built-in assistant understands, as it tells people who ask. */
export const HELP = `I change this workflow when you tell me what you want. I understand, in your own words:

- **adding**: "add a chat model called Writer after the text input", "add 3 text inputs", "give the agent a calculator"
- **inserting**: "put a delay of 5 seconds between A and B", "ask me before sending"
- **connecting**: "connect A to B", "A -> B -> C", "connect everything", "disconnect A from B"
- **naming and setting**: "rename A to B", "set the temperature to 0.2", "use gpt-5", "make the summary short"
- **removing and replacing**: "delete A", "replace A with an agent", "clear everything"
- **small workflows**: "summarise a web page and ask me before sending", "every morning at 8 fetch https://… and save it to report.txt", "build a chatbot with memory", "for every item in a list call an API"
- **questions**: "what does this workflow do?", "what is wrong?", "what can I use to call an API?", "explain the switch"
- **the rest**: "fix it", "tidy up", "undo"

Several requests in one message are fine. Nothing changes until you apply it.`
