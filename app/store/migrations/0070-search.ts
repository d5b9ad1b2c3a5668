/**
 * The search index: lists of rows by word and nothing of the text, which the tables hold. Rows: `seq` of an interaction, or minus `num` of a session for its summary.
 * Words are made outside (search/tokens.ts); the tokenizer only parts them at spaces. No positions: what is found is looked at again as text.
 * Merging happens where we say and in portions, else some commit would now and then take a hundred milliseconds for it.
 */
export const step0070 = {
  version: 70,
  sql: `
    CREATE VIRTUAL TABLE search USING fts5(tokens, content='', columnsize=0, detail=none, tokenize="ascii tokenchars '-._''/\\@:#+&='");
    INSERT INTO search (search, rank) VALUES ('automerge', 0);
    INSERT INTO search (search, rank) VALUES ('crisismerge', 1000);
    INSERT INTO search (search, rank) VALUES ('usermerge', 8);
  `,
};
