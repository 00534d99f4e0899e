/** Node types of the category "agents". */
export const agents: Readonly<Record<string, string>> = {
  'Agent (Agent Spec)': 'Agent (Agent Spec)',
  'Runs an agent on its input until it has an answer.':
    'Führt einen Agenten mit seiner Eingabe aus, bis er eine Antwort hat.',
  Agent: 'Agent',
  'Name of a registered agent.': 'Name eines registrierten Agenten.',
  'Max turns': 'Max. Runden',
  'Model calls before the agent fails.': 'Modellaufrufe, nach denen der Agent fehlschlägt.',
  'A language model that calls the connected tools until it has an answer. After a crash it resumes and does not repeat completed tool calls.':
    'Ein Sprachmodell, das die verbundenen Werkzeuge aufruft, bis es eine Antwort hat. Nach einem Absturz macht es weiter und wiederholt abgeschlossene Aufrufe nicht.',
  'Role and instructions of the agent.': 'Rolle und Anweisungen des Agenten.',
  'Approve tool calls': 'Werkzeugaufrufe freigeben',
  'A person has to approve each tool call. The model is informed of rejected calls.':
    'Eine Person muss jeden Werkzeugaufruf freigeben. Das Modell erfährt von abgelehnten Aufrufen.',
  'Tools that need approval': 'Werkzeuge mit Freigabe',
  'Names or labels of the tools. If empty, all tools.':
    'Namen oder Bezeichnungen der Werkzeuge. Wenn leer, alle Werkzeuge.',
  'Approval expires after (seconds)': 'Freigabe verfällt nach (Sekunden)',
  'A call that is not approved by then is rejected. If empty, it never expires.':
    'Ein bis dahin nicht freigegebener Aufruf wird abgelehnt. Wenn leer, verfällt er nie.',
  'JSON Schema for the final answer. An invalid answer is requested once more.':
    'JSON Schema der endgültigen Antwort. Eine ungültige Antwort wird einmal neu angefordert.',
  'Nodes that the agent can call as tools.': 'Knoten, die der Agent als Werkzeuge aufrufen kann.',
  Steps: 'Schritte',
  'All tool calls with arguments and results.': 'Alle Werkzeugaufrufe mit Argumenten und Ergebnissen.',
  'Input and output tokens of all turns.': 'Ein- und Ausgabetokens aller Runden.',
}
