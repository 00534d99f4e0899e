/** The workflows that the requests are said to, written as commands. */
import { applyAll, type Catalogue, type Graph, parseCommands } from '@millrace/model'

const GRAPHS = {
  empty: '',

  chat: `
    add text_input
    add chat_model
    set chat_model.1:model gpt-4o-mini
    add text_output
    connect text_input.1:text chat_model.1:message
    connect chat_model.1:response text_output.1:text`,

  page: `
    add http_request
    set http_request.1:url https://example.com
    add summarizer
    add text_output
    connect http_request.1:body summarizer.1:text
    connect summarizer.1:summary text_output.1:text`,

  writers: `
    add chat_input
    add chat_model
    rename chat_model.1 Draft writer
    set chat_model.1:model gpt-4o
    add chat_model
    rename chat_model.2 Critic
    set chat_model.2:model gpt-4o
    add chat_output
    connect chat_input.1:message chat_model.1:message
    connect chat_model.1:response chat_model.2:message
    connect chat_model.2:response chat_output.1:message`,

  agent: `
    add chat_input
    add simple_agent
    set simple_agent.1:model gpt-4o
    add chat_output
    connect chat_input.1:message simple_agent.1:message
    connect simple_agent.1:response chat_output.1:message`,

  orders: `
    add webhook_trigger
    set webhook_trigger.1:path orders
    add data_extractor
    rename data_extractor.1 Total
    set data_extractor.1:path total
    add if_else
    set if_else.1:operator greater_than
    set if_else.1:matchText "100"
    add http_request
    rename http_request.1 Notify boss
    set http_request.1:url https://hooks.example.com/boss
    set http_request.1:method POST
    add logger
    connect webhook_trigger.1:body data_extractor.1:data
    connect data_extractor.1:value if_else.1:data
    connect data_extractor.1:value http_request.1:body
    connect data_extractor.1:value logger.1:message
    connect if_else.1:True http_request.1:trigger
    connect if_else.1:False logger.1:trigger`,

  support: `
    add chat_input
    add text_classifier
    set text_classifier.1:labels ["billing","technical"]
    add switch
    set switch.1:branches [{"name":"billing","label":"billing","value":"billing"},{"name":"technical","label":"technical","value":"technical"}]
    add chat_model
    rename chat_model.1 Billing expert
    set chat_model.1:model gpt-4o
    add chat_model
    rename chat_model.2 Tech expert
    set chat_model.2:model gpt-4o
    add merge
    set merge.1:mode first
    add chat_output
    connect chat_input.1:message text_classifier.1:text
    connect text_classifier.1:label switch.1:value
    connect chat_input.1:message chat_model.1:message
    connect chat_input.1:message chat_model.2:message
    connect switch.1:billing chat_model.1:trigger
    connect switch.1:technical chat_model.2:trigger
    connect chat_model.1:response merge.1:a
    connect chat_model.2:response merge.1:b
    connect merge.1:merged chat_output.1:message`,

  report: `
    add schedule_trigger
    set schedule_trigger.1:cron 0 7 * * 1
    add sql_query
    set sql_query.1:query select * from orders
    add csv_write
    add file_write
    set file_write.1:path report.csv
    connect schedule_trigger.1:trigger sql_query.1:trigger
    connect sql_query.1:rows csv_write.1:rows
    connect csv_write.1:text file_write.1:content`,

  loose: `
    add text_input
    add summarizer
    add text_output`,
} as const

export type GraphName = keyof typeof GRAPHS

/** A workflow of this name. */
export function graphNamed(name: GraphName, catalogue: Catalogue): Graph {
  const { commands, problems } = parseCommands(GRAPHS[name], catalogue)
  const built = applyAll<Graph>(
    { nodes: [], edges: [] },
    commands.map(({ command }) => command),
    catalogue,
  )
  if (problems.length > 0 || !built.ok) throw new Error(`The workflow "${name}" of the evaluation cannot be built`)
  return built.graph
}
