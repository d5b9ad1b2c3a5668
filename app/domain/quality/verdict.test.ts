import { describe, expect, it } from "vitest";
import { checksOf } from "./check-commands.ts";
import { verdictOf } from "./verdict.ts";

const names = (line: string) => checksOf(line).map(({ kind, name }) => `${kind}: ${name}`);

describe("which checks a shell line makes", () => {
  it.each([
    ["npm test", ["test: npm test"]],
    ["npm t -- --run", ["test: npm test"]],
    ["npm run test:unit", ["test: npm run test:unit"]],
    ["npm run build && npm test", ["build: npm run build", "test: npm test"]],
    ["cd app && CI=1 npx vitest run src/a.test.ts 2>&1 | tail -20", ["test: vitest"]],
    ["pnpm --filter web exec vitest run", ["test: vitest"]],
    ["pnpm -r test", ["test: pnpm test"]],
    ["yarn jest --ci", ["test: yarn jest"]],
    ["yarn workspace web build", ["build: yarn build"]],
    ["bun test", ["test: bun test"]],
    ["node --test test/", ["test: node --test"]],
    ["npx playwright test e2e/a.spec.ts", ["test: playwright test"]],
    ["python3 -m pytest -q", ["test: pytest"]],
    ["python -m unittest discover", ["test: unittest"]],
    ["uv run pytest tests", ["test: pytest"]],
    ["python manage.py test", ["test: manage.py test"]],
    ["go test ./...", ["test: go test"]],
    ["go build -o bin/x ./cmd/x", ["build: go build"]],
    ["RUST_BACKTRACE=1 cargo test --workspace", ["test: cargo test"]],
    ["cargo clippy -- -D warnings", ["lint: cargo clippy"]],
    ["npx tsc --noEmit -p tsconfig.json", ["build: tsc"]],
    ["npx eslint . && npx biome check .", ["lint: eslint", "lint: biome check"]],
    ["ruff check .", ["lint: ruff"]],
    ["make", ["build: make"]],
    ["make -C build -j4 test", ["test: make test"]],
    ["cmake --build build", ["build: cmake"]],
    ["./gradlew :app:testDebugUnitTest", ["test: gradle testDebugUnitTest"]],
    ["./gradlew test", ["test: gradle test"]],
    ["./gradlew :core:build", ["build: gradle build"]],
    ["./mvnw -q verify", ["test: mvn verify"]],
    ["dotnet test --no-build", ["test: dotnet test"]],
    ["swift build", ["build: swift build"]],
    ["bundle exec rspec spec/a_spec.rb", ["test: rspec"]],
    ["vendor/bin/phpunit", ["test: phpunit"]],
    ["timeout 60 npm test", ["test: npm test"]],
    ["sudo -E env CI=1 make check", ["test: make check"]],
    ["bash -lc 'npm ci && npm test'", ["test: npm test"]],
    ["if npm test; then echo good; fi", []],
    ["gcc -Wall main.c -o main", ["build: gcc"]],
    ["docker build -t x .", ["build: docker build"]],
  ])("%s", (line, expected) => expect(names(line)).toEqual(expected));

  it.each([
    'grep -rn "npm test" .', "cat test.log", 'echo "npm test failed"', "git commit -m 'npm run build fails'", "rg FAIL -- logs | head", "npm install", "npm run dev", "npx vitest --watch", "npm run test:watch", "node build/test.mjs", "tsc --version", "npm test &",
    "vim Makefile", "which pytest", "pip install pytest", "ls cargo", "cat <<'EOF' > ci.sh\nnpm test\nEOF", "# npm test", "gcc --version", "python -c 'import pytest'", "go run .", "curl -s https://example.org/build", "",
  ])("none: %s", (line) => expect(names(line)).toEqual([]));

  it("a line of any kind and length is read in no time", () => {
    const started = performance.now();
    for (const piece of ["npm test && ", "'", "<<EOF\n", "((((", "\\", "$(", "bash -c '", "| ", "a=b "]) checksOf(piece.repeat(20_000));
    expect(performance.now() - started).toBeLessThan(500);
  });
});

const run = (command: string, exitCode: number | null, output: string) => {
  const verdict = verdictOf({ command, exitCode, output });
  return verdict === null ? null : `${verdict.kind} ${verdict.outcome}${verdict.count === undefined ? "" : ` ${verdict.count}`}`;
};

describe("what came of a check", () => {
  it.each([
    ["vitest", "npx vitest run", 1, " ❯ src/a.test.ts (3 tests | 2 failed) 12ms\n   × sums up 5ms\n\n Test Files  1 failed | 3 passed (4)\n      Tests  2 failed | 41 passed (43)\n", "test failed 2"],
    ["jest through npm", "npm test", 1, "FAIL src/a.test.js\n  ● adds\n\nTests:       1 failed, 4 passed, 5 total\nnpm error Lifecycle script `test` failed with error:", "test failed 1"],
    ["mocha", "npx mocha", 2, "  12 passing (31ms)\n  2 failing\n\n  1) parse rejects:\n", "test failed 2"],
    ["playwright", "npx playwright test", 1, "  3 failed\n    [chromium] › a.spec.ts:3:1 › opens\n  14 passed (31.2s)\n", "test failed 3"],
    ["pytest", "pytest -q", 1, "FAILED tests/test_a.py::test_sum - assert 3 == 4\n========= 2 failed, 30 passed in 1.42s =========", "test failed 2"],
    ["pytest -q in its short form", "pytest -q", 1, "1 failed, 3 passed in 0.12s", "test failed 1"],
    ["pytest that cannot collect", "pytest", 2, "ERROR tests/test_b.py - ImportError\n!!!! Interrupted: 1 error during collection !!!!\n==== 1 error in 0.20s ====", "test failed 1"],
    ["unittest", "python -m unittest", 1, "Ran 5 tests in 0.003s\n\nFAILED (failures=2, errors=1)", "test failed 2"],
    ["go test", "go test ./...", 1, "--- FAIL: TestSum (0.00s)\n    sum_test.go:9: got 3\nFAIL\nFAIL\texample.org/sum\t0.003s\nFAIL", "test failed"],
    ["go test that does not compile", "go test ./...", 1, "# example.org/sum\n./sum.go:4:2: undefined: x\nok  \texample.org/other 0.1s", "build failed"],
    ["cargo test", "cargo test", 101, "test result: FAILED. 8 passed; 2 failed; 0 ignored; 0 measured", "test failed 2"],
    ["cargo test that does not compile", "cargo test", 101, "error[E0425]: cannot find value `x` in this scope\nerror: could not compile `sum` (lib test) due to 1 previous error", "build failed"],
    ["node --test", "node --test", 1, "# tests 4\n# pass 3\n# fail 1", "test failed 1"],
    ["tsc", "npx tsc --noEmit", 2, "src/a.ts(3,7): error TS2322: Type 'string' is not assignable to type 'number'.\n\nFound 4 errors in 2 files.", "build failed 4"],
    ["a build script", "npm run build", 1, "[vite]: Rollup failed to resolve import\nerror during build:\n", "build failed"],
    ["eslint", "npx eslint .", 1, "/home/dev/a.js\n  3:1  error  'x' is not defined  no-undef\n\n✖ 2 problems (1 error, 1 warning)", "lint failed 1"],
    ["biome", "npx biome check .", 1, "Checked 40 files in 20ms.\nFound 3 errors.", "lint failed 3"],
    ["ruff", "ruff check .", 1, "a.py:1:8: F401 [*] `os` imported but unused\nFound 1 error.", "lint failed 1"],
    ["make", "make", 2, "main.c:3:5: error: expected ';' before 'return'\nmake: *** [Makefile:4: main.o] Error 1", "build failed"],
    ["make in Korean", "make", 2, "main.c:3:5: 오류: expected ';' before 'return'\nmake: *** [Makefile:4: main.o] 오류 1", "build failed"],
    ["cmake", "cmake --build build", 1, "ninja: build stopped: subcommand failed.", "build failed"],
    ["gradle", "./gradlew build", 1, "> Task :test FAILED\n12 tests completed, 2 failed\nFAILURE: Build failed with an exception.\n* What went wrong:\nThere were failing tests.", "build failed"],
    ["gradle test", "./gradlew test", 1, "12 tests completed, 2 failed\n\nFAILURE: Build failed with an exception.", "test failed 2"],
    ["maven", "mvn test", 1, "[ERROR] Tests run: 9, Failures: 1, Errors: 0, Skipped: 0\n[INFO] BUILD FAILURE", "test failed 1"],
    ["dotnet", "dotnet test", 1, "Failed!  - Failed:     2, Passed:    10, Skipped:     0, Total:    12", "test failed 2"],
    ["dotnet in Korean", "dotnet test", 1, "실패!  - 실패:     2, 통과:    10, 건너뜀:     0, 전체:    12", "test failed 2"],
    ["dotnet build in Korean", "dotnet build", 1, "Program.cs(3,1): error CS1002: ; 필요\n빌드하지 못했습니다.", "build failed"],
    ["swift test", "swift test", 1, "Executed 12 tests, with 1 failure (0 unexpected) in 0.3 seconds", "test failed 1"],
    ["rspec", "bundle exec rspec", 1, "14 examples, 3 failures", "test failed 3"],
    ["phpunit", "vendor/bin/phpunit", 1, "FAILURES!\nTests: 3, Assertions: 3, Failures: 1.", "test failed 1"],
    ["ctest", "ctest", 8, "67% tests passed, 1 tests failed out of 3", "test failed 1"],
    ["a check that says nothing", "make test", 2, "", "test failed"],
    ["a pipe that swallowed the exit code", "npm test 2>&1 | tail -5", 0, "Tests:       1 failed, 4 passed, 5 total", "test failed 1"],
    ["|| true", "npx vitest run || true", 0, "      Tests  2 failed | 41 passed (43)", "test failed 2"],
    ["coloured output", "npx vitest run", 1, "\u001b[31m      Tests  \u001b[39m\u001b[1m2 failed\u001b[22m | 41 passed", "test failed 2"],
    ["the second of two", "npm run build && npm test", 1, "✓ built in 3s\nTests:       1 failed, 4 passed", "test failed 1"],
    ["passed", "npm test", 0, "Tests: 12 passed, 12 total", "test passed"],
    ["passed in a pipe", "npm test | tail", 0, "Tests:       12 passed, 12 total", "test passed"],
    ["a passed run that prints FAIL", "npm test", 0, "logs FAIL on purpose\nTests: 12 passed", "test passed"],
    ["tests that passed before something else failed", "npm test && git push", 1, "Tests:       5 passed, 5 total\nerror: failed to push some refs", "test passed"],
  ])("%s", (_name, command, code, output, expected) => expect(run(command, code, output)).toBe(expected));

  it.each([
    ["a search for FAIL", 'grep -c FAIL test.log', 1, "3"],
    ["a log that is read", "cat test.log", 0, "Tests:       1 failed, 4 passed, 5 total"],
    ["no such command", "pytest", 127, "bash: pytest: command not found"],
    ["no such command, in Korean", "pytest", 127, "bash: pytest: 명령어를 찾을 수 없음"],
    ["no such script", "npm run build", 1, 'npm error Missing script: "build"'],
    ["no such folder", "cd nowhere && npm test", 1, "bash: line 1: cd: nowhere: No such file or directory"],
    ["no tests", "npx jest", 1, "No tests found, exiting with code 1"],
    ["stopped by a time limit", "npm test", 143, "Command timed out after 2m 0.0s\nTests: 1 failed"],
    ["stopped by a signal", "npm test", 130, ""],
    ["something before it failed", "npm ci && npm test", 1, "npm error code E404"],
    ["something after it failed", "npm test; false", 1, ""],
    ["a pipe that says nothing", "npm test | tail -1", 0, "done"],
  ])("tells nothing of %s", (_name, command, code, output) => expect(run(command, code, output)).toBeNull());

  it("shows the first line that names what failed", () => {
    expect(verdictOf({ command: "npx tsc", exitCode: 2, output: "src/a.ts(3,7): error TS2322: wrong type\nsrc/b.ts(1,1): error TS1005: ',' expected" })?.line).toBe("src/a.ts(3,7): error TS2322: wrong type");
    expect(verdictOf({ command: "pytest", exitCode: 1, output: "..F\nFAILED tests/test_a.py::test_sum - assert 3 == 4\n1 failed in 0.1s" })?.line).toBe("FAILED tests/test_a.py::test_sum - assert 3 == 4");
  });

  it("a large output costs no time", () => {
    const started = performance.now();
    for (const piece of ["x", "a failed ", "\n", "error ", "1 failed, ", "Tests: ", "make[1]: ", ": "]) verdictOf({ command: "npm test", exitCode: 1, output: piece.repeat(400_000) });
    expect(performance.now() - started).toBeLessThan(1_500);
  });
});
