import assert from "node:assert/strict"
import { test } from "node:test"

Object.assign(globalThis, { location: { pathname: "/" } })
const { path, segments } = await import("../src/router")

test("a segment is not decoded, so that it stays one segment of the addresses that are made of it", () => {
  path.value = "/t/..%2F..%2Fme%3Fx"
  const [, id] = segments()
  assert.equal(new URL(`/api/tables/${id}/watch`, "http://a").pathname, "/api/tables/..%2F..%2Fme%3Fx/watch")
})

test("a path that cannot be decoded is a path like any other", () => {
  path.value = "/t/%E0%A4%A"
  assert.deepEqual(segments(), ["t", "%E0%A4%A"])
})
