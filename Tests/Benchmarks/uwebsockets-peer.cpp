// The fan-out server that others are compared with, on uWebSockets: what a publisher sends goes to all subscribers.
#include <cstdlib>

#include "App.h"

struct Nothing {};

int main(int, char **arguments) {
  uWS::App app;
  app.ws<Nothing>("/sub", {.maxBackpressure = 64 << 20, .open = [](auto *socket) { socket->subscribe("all"); }});
  app.ws<Nothing>("/pub", {.message = [&app](auto *, std::string_view message, uWS::OpCode) {
    app.publish("all", message, uWS::OpCode::TEXT);
  }});
  app.listen("127.0.0.1", atoi(arguments[1]), [](auto *listening) { if (!listening) exit(1); });
  app.run();
}
