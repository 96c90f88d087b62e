/** Rendered Markdown in which each third heading with what follows it becomes a question that unfolds. */
export function foldQuestions(html: string): string {
  return html.replace(
    /<h3 id="([^"]+)">([\s\S]*?)<\/h3>([\s\S]*?)(?=<h[23][ >]|$)/g,
    (_all, id: string, question: string, answer: string) =>
      `<details class="question" id="${id}"><summary><h3>${question}</h3></summary><div class="question__answer">${answer.trim()}</div></details>`,
  )
}
