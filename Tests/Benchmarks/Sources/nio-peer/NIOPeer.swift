import NIOCore
import NIOHTTP1
import NIOPosix
import NIOWebSocket

/// `nio-peer PORT [frame|bytes]`: sends messages to `/pub` to all clients of `/sub`. One loop.
///
/// With `frame`, each channel gets a `WebSocketFrame`, which goes through NIO's encoder, as in most
/// of its users; with `bytes`, the frame is encoded once, and each channel gets the same bytes
/// below its encoder.
@main
struct NIOPeer {
    private static let frameBytesMax = 1 << 25

    static func main() async throws {
        let arguments = CommandLine.arguments
        let port = arguments.dropFirst().first.flatMap { Int($0) } ?? 9102
        let audience = Audience(isEncodedOnce: arguments.dropFirst(2).first == "bytes")
        let server = try await ServerBootstrap(
            group: MultiThreadedEventLoopGroup(numberOfThreads: 1)
        )
        .serverChannelOption(.backlog, value: 4096)
        .serverChannelOption(.socketOption(.so_reuseaddr), value: 1)
        .childChannelOption(.socketOption(.tcp_nodelay), value: 1)
        .childChannelInitializer { channel in
            channel.pipeline.configureHTTPServerPipeline(
                withServerUpgrade: (
                    upgraders: [upgrader(to: audience)], completionHandler: { _ in }
                ))
        }
        .bind(host: "127.0.0.1", port: port).get()
        try await server.closeFuture.get()
    }

    private static func upgrader(to audience: Audience) -> NIOWebSocketServerUpgrader {
        NIOWebSocketServerUpgrader(
            maxFrameSize: frameBytesMax,
            shouldUpgrade: { channel, _ in
                channel.eventLoop.makeSucceededFuture(HTTPHeaders())
            },
            upgradePipelineHandler: { channel, head in
                channel.eventLoop.makeCompletedFuture {
                    let pipeline = channel.pipeline.syncOperations
                    try pipeline.addHandler(
                        NIOWebSocketFrameAggregator(
                            minNonFinalFragmentSize: 0, maxAccumulatedFrameCount: 1 << 20,
                            maxAccumulatedFrameSize: frameBytesMax))
                    if head.uri == "/sub" {
                        try pipeline.addHandler(Subscriber(audience: audience))
                    } else {
                        try pipeline.addHandler(Publisher(audience: audience))
                    }
                }
            })
    }
}

/// Unchecked: used only on the one event loop.
final class Audience: @unchecked Sendable {
    private struct Member {
        var channel: any Channel
        var encoder: ChannelHandlerContext
    }

    private var members: [ObjectIdentifier: Member] = [:]
    private let isEncodedOnce: Bool

    init(isEncodedOnce: Bool) { self.isEncodedOnce = isEncodedOnce }

    func join(_ channel: any Channel, encoder: ChannelHandlerContext) {
        members[ObjectIdentifier(channel)] = Member(channel: channel, encoder: encoder)
    }

    func leave(_ channel: any Channel) { members[ObjectIdentifier(channel)] = nil }

    func broadcast(_ opcode: WebSocketOpcode, _ data: ByteBuffer) {
        if isEncodedOnce {
            let bytes = Self.encoded(opcode, data)
            for member in members.values {
                member.encoder.writeAndFlush(NIOAny(bytes), promise: nil)
            }
        } else {
            let frame = WebSocketFrame(fin: true, opcode: opcode, data: data)
            for member in members.values { member.channel.writeAndFlush(frame, promise: nil) }
        }
    }

    private static func encoded(_ opcode: WebSocketOpcode, _ data: ByteBuffer) -> ByteBuffer {
        var frame = ByteBuffer()
        frame.writeInteger(0x80 | (opcode == .text ? UInt8(1) : UInt8(2)))
        switch data.readableBytes {
        case ..<126: frame.writeInteger(UInt8(data.readableBytes))
        case ..<65_536:
            frame.writeInteger(UInt8(126))
            frame.writeInteger(UInt16(data.readableBytes))
        default:
            frame.writeInteger(UInt8(127))
            frame.writeInteger(UInt64(data.readableBytes))
        }
        frame.writeImmutableBuffer(data)
        return frame
    }
}

final class Subscriber: ChannelInboundHandler {
    typealias InboundIn = WebSocketFrame

    private let audience: Audience

    init(audience: Audience) { self.audience = audience }

    func handlerAdded(context: ChannelHandlerContext) {
        let encoder = try? context.pipeline.syncOperations.context(
            handlerType: WebSocketFrameEncoder.self)
        if let encoder { audience.join(context.channel, encoder: encoder) }
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {}

    func channelInactive(context: ChannelHandlerContext) {
        audience.leave(context.channel)
        context.fireChannelInactive()
    }
}

final class Publisher: ChannelInboundHandler {
    typealias InboundIn = WebSocketFrame

    private let audience: Audience

    init(audience: Audience) { self.audience = audience }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        let frame = Self.unwrapInboundIn(data)
        if frame.opcode == .text { audience.broadcast(frame.opcode, frame.unmaskedData) }
    }
}
