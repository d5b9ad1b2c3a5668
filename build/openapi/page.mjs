// The OpenAPI document as the dashboard shows it: groups of operations, their fields in words. Pure.

/** @typedef {any} Json */

/**
 * @param {Json} document  of openApi()
 * @returns {{ groups: Json[], shapes: Json[] }}
 */
export function apiPage(document) {
  const { schemas } = document.components;
  const all = Object.entries(document.paths).flatMap(([path, methods]) => Object.entries(methods).map(([method, operation]) => shown(path, method, operation, schemas)));
  return {
    groups: document.tags.map((/** @type {Json} */ { name, description }) => {
      const [title, words] = description.split(": ");
      return { id: name, title, description: words, operations: all.filter(({ tag }) => tag === name).map(({ tag: _tag, ...operation }) => operation) };
    }),
    shapes: Object.keys(schemas).map((name) => shapeOf(name, schemas)).filter(({ fields }) => fields.length > 0),
  };
}

/**
 * @param {string} path
 * @param {string} method
 * @param {Json} operation
 * @param {Record<string, Json>} schemas
 */
function shown(path, method, operation, schemas) {
  const of = (/** @type {string} */ place) => operation.parameters.filter((/** @type {Json} */ one) => one.in === place)
    .map((/** @type {Json} */ { name, required, description = "", schema }) => ({ name, type: typeText(schema), required, description: description || (schema.$ref ? (schemas[nameOf(schema)]?.description ?? "") : "") }));
  const [[status, good] = ["200", {}]] = Object.entries(operation.responses).filter(([code]) => code.startsWith("2")).sort(([a], [b]) => Number(b) - Number(a));
  return {
    tag: operation.tags[0],
    method: method.toUpperCase(),
    path,
    summary: operation.summary,
    description: operation.description ?? "",
    open: operation.security !== undefined,
    headers: of("header"),
    params: of("path"),
    query: of("query"),
    body: operation.requestBody ? bodyOf(operation.requestBody.content["application/json"].schema, schemas) : null,
    status: Number(status),
    answer: answerOf(/** @type {Json} */ (good), schemas),
    errors: Object.entries(operation.responses).filter(([code, answer]) => !code.startsWith("2") && /** @type {Json} */ (answer).description)
      .map(([code, answer]) => ({ status: Number(code), errors: /** @type {Json} */ (answer).description.split(", ").map((/** @type {string} */ name) => name.replaceAll("`", "")) })),
    curl: operation["x-codeSamples"][0].source,
  };
}

/** @param {Json} answer @param {Record<string, Json>} schemas */
function answerOf({ description, content }, schemas) {
  const json = content["application/json"];
  return json ? shapeOf(nameOf(json.schema), schemas) : { name: Object.keys(content)[0] ?? "", description: description.replaceAll("`", ""), fields: [] };
}

/** @param {Json} schema @param {Record<string, Json>} schemas */
const bodyOf = (schema, schemas) => (schema.$ref ? shapeOf(nameOf(schema), schemas) : shapeOf(schema.title, { [schema.title]: schema }));

/** @param {string} name @param {Record<string, Json>} schemas */
function shapeOf(name, schemas) {
  const { properties = {}, required = [], description = "" } = schemas[name] ?? {};
  const fields = Object.entries(properties).map(([field, schema]) => ({ name: field, type: typeText(schema), required: required.includes(field), description: schema.description ?? "" }));
  return { name, description, fields };
}

/** @param {Json} schema */
const nameOf = (schema) => String(schema.$ref ?? "").split("/").pop() ?? "";

/**
 * @param {Json} schema
 * @returns {string}
 */
export function typeText(schema) {
  if (schema.$ref) return nameOf(schema);
  if (schema.const !== undefined) return JSON.stringify(schema.const);
  if (schema.enum) return schema.enum.join(" | ");
  const either = schema.anyOf ?? schema.oneOf;
  if (either) return either.map(typeText).join(" | ");
  if (schema.type === "array") return listText(typeText(schema.items ?? {}));
  if (schema.type === "object" && typeof schema.additionalProperties === "object") return `object of ${typeText(schema.additionalProperties)}`;
  if (Array.isArray(schema.type)) return schema.type.join(" | ");
  return schema.type ?? "any";
}

/** @param {string} item */
const listText = (item) => (item.includes(" ") ? `(${item})[]` : `${item}[]`);
