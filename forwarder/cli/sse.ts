/** Reads server-sent events out of the text in which they come (WHATWG HTML, "Server-sent events"), as far as our own app writes them. Pure. */

export interface Message {
  /** Of this message or the last one before that had one; null: none yet. */
  id: string | null;
  /** null: only the place moved on */
  event: string | null;
  data: string;
}

export class MessageReader {
  private rest = "";
  private id: string | null = null;

  /** @returns the messages that this piece completes */
  add(text: string): Message[] {
    const blocks = (this.rest + text).split("\n\n");
    this.rest = blocks.pop() ?? "";
    return blocks.map((block) => this.read(block));
  }

  private read(block: string): Message {
    let event: string | null = null;
    const data: string[] = [];
    for (const line of block.split("\n")) {
      const [, name = "", value = ""] = /^([^:]*):? ?(.*)$/s.exec(line) ?? [];
      if (name === "id") this.id = value;
      else if (name === "event") event = value;
      else if (name === "data") data.push(value);
    }
    return { id: this.id, event: data.length === 0 ? null : event, data: data.join("\n") };
  }
}
