// The HTTP API as an OpenAPI 3.1 document: the routes of schemas/routes.json, the shapes of schemas/*.schema.json. Pure.
import { curlOf } from "./curl.mjs";

/** @typedef {any} Json  a schema or a part of one */

/**
 * @typedef {object} Route
 * @property {"GET" | "POST"} method
 * @property {string} path         `:name` for its parts
 * @property {string} group
 * @property {string} summary
 * @property {string} [description]
 * @property {boolean} [open]      also without the token
 * @property {Record<string, string>} [headers]  what each is for
 * @property {Record<string, string>} [params]
 * @property {string} [query]      a definition, whose fields are the parameters
 * @property {string} [body]
 * @property {string} answer       a definition; `ok` and `EventStream` are texts
 * @property {number} [status]     200 where it is missing
 * @property {string} [refusal]    the shape of its errors, where it is not ErrorAnswer
 * @property {boolean} [stream]
 * @property {Record<string, string[]>} errors   by status, values of `error`
 * @property {{ params?: Record<string, string>, query?: Record<string, string>, body?: Json }} [example]
 */

/** @typedef {{ groups: { id: string, title: string, description: string }[], routes: Route[] }} Routes */

const INTRODUCTION =
  "Only programs of this computer reach it. Over the Unix socket (`mascot.sock` in the app's home) nothing more is needed; over TCP the token of the home goes along as a bearer token, or a signature made with it. " +
  "Answers to errors are JSON with `error` for programs and, where there is something to do about it, `message` for people.";

/** Whatever the route. */
const EVERYWHERE = { 401: "TokenRequired", 403: "Refused", 500: "InternalError" };
const WITH_BODY = { 415: "NotJson" };
const WITHOUT_TOKEN = { 429: "TooMany" };

/**
 * @param {Record<string, Json>} defs  all definitions, `$ref`s local
 * @param {Routes} routes
 * @param {string} version  of the app
 * @returns {Json}
 */
export function openApi(defs, { groups, routes }, version) {
  /** @type {Record<string, Json>} */
  const paths = {};
  for (const route of routes) {
    const path = route.path.replace(/:(\w+)/g, "{$1}");
    paths[path] = { ...paths[path], [route.method.toLowerCase()]: operation(defs, route) };
  }
  return {
    openapi: "3.1.0",
    info: { title: "Agent Mascot", version, summary: "The API of the running app, on this computer alone", description: INTRODUCTION, license: { name: "MIT", identifier: "MIT" } },
    servers: [{ url: "http://127.0.0.1:{port}", description: "`url` in collector.json of the app's home", variables: { port: { default: "4820" } } }],
    tags: groups.map(({ id, title, description }) => ({ name: id, description: `${title}: ${description}` })),
    security: [{ token: [] }, { signature: [], nonce: [] }],
    paths,
    components: {
      securitySchemes: {
        token: { type: "http", scheme: "bearer", description: "The file `token` in the app's home" },
        signature: { type: "apiKey", in: "header", name: "X-Mascot-Signature", description: "Hexadecimal HMAC-SHA-256, keyed with the token, over method, target, SHA-256 of the body, nonce and host, a line each (docs/collector.md)" },
        nonce: { type: "apiKey", in: "header", name: "X-Mascot-Nonce", description: "`<ms since 1970>.<32 hexadecimal digits>`, used once" },
      },
      responses: {
        TokenRequired: failure("Neither the socket nor the token nor a signature"),
        Refused: failure("A foreign host, a web page, another user"),
        NotJson: failure("The body does not say that it is JSON"),
        TooMany: failure("Too many without the token", { "Retry-After": { schema: { type: "integer" }, description: "Seconds" } }),
        InternalError: failure("The app's log says more"),
      },
      schemas: reachable(defs, paths),
    },
  };
}

/**
 * @param {string} description
 * @param {Json} [headers]
 */
function failure(description, headers) {
  return { description, ...(headers ? { headers } : {}), content: { "application/json": { schema: { $ref: "#/components/schemas/ErrorAnswer" } } } };
}

/**
 * @param {Record<string, Json>} defs
 * @param {Route} route
 * @returns {Json}
 */
function operation(defs, route) {
  const { method, path, group, summary, description, open, body, example } = route;
  return {
    tags: [group],
    operationId: `${method.toLowerCase()}${path.replace(/[^a-z]+(\w?)/gi, (_all, letter) => letter.toUpperCase())}`,
    summary,
    ...(description ? { description } : {}),
    ...(open ? { security: [{}, { token: [] }, { signature: [], nonce: [] }] } : {}),
    parameters: [...pathParameters(route), ...queryParameters(defs, route), ...headerParameters(route)],
    ...(body ? { requestBody: { required: method === "POST" && !hasOptionalBody(route), content: { "application/json": { schema: bodySchema(defs, route), ...(example?.body ? { example: example.body } : {}) } } } } : {}),
    responses: { [String(route.status ?? 200)]: success(route), ...(route.status ? { 200: success(route) } : {}), ...errors(route) },
    "x-codeSamples": [{ lang: "Shell", label: "curl", source: curlOf(route) }],
  };
}

/**
 * Without what stands in the path.
 * @param {Record<string, Json>} defs
 * @param {Route} route
 * @returns {Json}
 */
function bodySchema(defs, { path, body = "" }) {
  const inPath = [...path.matchAll(/:(\w+)/g)].map(([, name = ""]) => name);
  const { properties = {}, required = [], ...rest } = defs[body];
  if (!inPath.some((name) => name in properties)) return ref(body);
  const left = Object.fromEntries(Object.entries(properties).filter(([name]) => !inPath.includes(name)));
  const needed = required.filter((/** @type {string} */ name) => !inPath.includes(name));
  return toOpenApi({ title: body, ...rest, ...(needed.length > 0 ? { required: needed } : {}), properties: left });
}

/** What these need may stand in the path and the query. @param {Route} route */
function hasOptionalBody({ path }) {
  return path.startsWith("/api/ports/:id/");
}

/** @param {Route} route @returns {Json[]} */
function pathParameters({ path, params, example }) {
  return [...path.matchAll(/:(\w+)/g)].map(([, name = ""]) => ({
    name, in: "path", required: true, description: params?.[name] ?? "", schema: { type: "string" }, ...(example?.params?.[name] ? { example: example.params[name] } : {}),
  }));
}

/** @param {Record<string, Json>} defs @param {Route} route @returns {Json[]} */
function queryParameters(defs, { path, query, example }) {
  if (!query) return [];
  const { properties, required = [] } = defs[query];
  return Object.entries(properties)
    .filter(([name]) => !path.includes(`:${name}`))
    .map(([name, { description, ...schema }]) => ({
      name, in: "query", required: required.includes(name), ...(description ? { description } : {}), schema: toOpenApi(schema), ...(example?.query?.[name] ? { example: example.query[name] } : {}),
    }));
}

/** @param {Route} route @returns {Json[]} */
function headerParameters({ headers }) {
  return Object.entries(headers ?? {}).map(([name, description]) => ({ name, in: "header", required: false, description, schema: { type: "string" } }));
}

/** @param {Route} route @returns {Json} */
function success({ answer }) {
  if (answer === "ok") return { description: "`ok`", content: { "text/plain": { schema: { const: "ok" } } } };
  if (answer === "EventStream") return { description: "A stream that ends with its connection. `data` of `session.event` is a SessionEvent, of `stream.notice` and `stream.end` a StreamNotice", content: { "text/event-stream": { schema: { type: "string" } } } };
  return { description: "Done", content: { "application/json": { schema: ref(answer) } } };
}

/** @param {Route} route @returns {Json} */
function errors({ method, open, refusal, errors: own }) {
  const shared = { ...EVERYWHERE, ...(method === "POST" ? WITH_BODY : {}), ...(open ? WITHOUT_TOKEN : {}) };
  const common = Object.fromEntries(Object.entries(shared).map(([status, name]) => [status, { $ref: `#/components/responses/${name}` }]));
  const schema = refusal ? { anyOf: [ref(refusal), ref("ErrorAnswer")] } : ref("ErrorAnswer");
  const named = Object.entries(own).map(([status, names]) => [status, { description: names.map((name) => `\`${name}\``).join(", "), content: { "application/json": { schema } } }]);
  return { ...common, ...Object.fromEntries(named) };
}

/** @param {string} name */
const ref = (name) => ({ $ref: `#/components/schemas/${name}` });

/** Spoken of in words alone. */
const SPOKEN = ["ErrorAnswer", "SessionEvent", "StreamNotice"];

/**
 * The definitions that the paths refer to, and those that these need.
 * @param {Record<string, Json>} defs
 * @param {Json} paths
 */
function reachable(defs, paths) {
  const wanted = new Set([...SPOKEN, ...refsIn(paths, "components/schemas")]);
  for (const name of wanted) for (const found of refsIn(defs[name], "$defs")) wanted.add(found);
  return Object.fromEntries([...wanted].sort().map((name) => [name, toOpenApi(defs[name])]));
}

/** @param {Json} value @param {string} place */
const refsIn = (value, place) => [...JSON.stringify(value).matchAll(/"#\/([\w$/]+)\/(\w+)"/g)].filter(([, found]) => found === place).map(([, , name = ""]) => name);

/**
 * `#/$defs/X` → `#/components/schemas/X`.
 * @param {Json} value
 * @returns {Json}
 */
function toOpenApi(value) {
  if (Array.isArray(value)) return value.map(toOpenApi);
  if (value === null || typeof value !== "object") return value;
  return Object.fromEntries(Object.entries(value).map(([key, part]) => [key, key === "$ref" ? String(part).replace("#/$defs/", "#/components/schemas/") : toOpenApi(part)]));
}
