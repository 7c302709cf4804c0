// The page to try GraphQL queries on: sends the form as JSON, shows the answer and how long it took.

const form = document.getElementById("graphql");
const query = document.getElementById("graphql-query");
const variables = document.getElementById("graphql-variables");
const result = document.getElementById("graphql-result");
const took = document.getElementById("graphql-took");

function token() {
  return JSON.parse(document.body.getAttribute("hx-headers"))["X-CSRFToken"];
}

function readVariables() {
  const text = variables.value.trim();
  return text === "" ? {} : JSON.parse(text);
}

async function run() {
  let sent;
  try {
    sent = { query: query.value, variables: readVariables() };
  } catch (problem) {
    result.textContent = `The variables are no JSON: ${problem.message}`;
    return;
  }
  const began = performance.now();
  took.textContent = "…";
  try {
    const response = await fetch("/graphql", {
      method: "POST",
      headers: { "Content-Type": "application/json", "X-CSRFToken": token() },
      body: JSON.stringify(sent),
    });
    result.textContent = JSON.stringify(await response.json(), null, 2);
    took.textContent = `${response.status}, ${Math.round(performance.now() - began)} ms`;
  } catch (problem) {
    result.textContent = `The site did not answer: ${problem.message}`;
    took.textContent = "";
  }
}

form.addEventListener("submit", (event) => {
  event.preventDefault();
  run();
});

form.addEventListener("keydown", (event) => {
  if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) run();
});

form.addEventListener("click", (event) => {
  const example = event.target.closest("[data-example]");
  if (!example) return;
  query.value = example.dataset.example;
  run();
});
